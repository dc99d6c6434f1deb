import { base64Length, droppedLength, type Vectors } from '@parley/contract';
import type { Json } from '../format.ts';
import { arr, isObject, obj } from '../shared/read.ts';

type Vector = { length: number; kept: boolean };

/** The vectors of a response; null when it has none of the known fields. */
export function vectorsIn(response: Json): Vectors | null {
  const places = listOf(response);
  if (places === null) return null;
  const vectors = places.map(vectorAt).filter((vector) => vector !== null);
  const lengths = new Set(vectors.map(({ length }) => length));
  const [length = null] = lengths;
  return {
    count: vectors.length,
    length: lengths.size === 1 ? length : null,
    kept: vectors.length > 0 && vectors.every(({ kept }) => kept),
  };
}

/**
 * OpenAI's `data`, Gemini's and Titan's `embedding`, Cohere's `embeddings` (a list, or by type), Titan's
 * `embeddingsByType` and Vertex's `predictions`. Where the same vectors come in several types, one type
 * counts.
 */
function listOf(response: Json): readonly unknown[] | null {
  const { data, embedding, embeddings, embeddingsByType, predictions } = response;
  if (Array.isArray(data)) return data;
  if (Array.isArray(embeddings)) return embeddings;
  if (isObject(embeddings)) return Object.values(embeddings).find(Array.isArray) ?? [];
  if (embedding !== undefined && embedding !== null) return [embedding];
  if (isObject(embeddingsByType)) return Object.values(embeddingsByType).slice(0, 1);
  return Array.isArray(predictions) ? predictions.map((one) => obj(one).embeddings) : null;
}

function vectorAt(place: unknown): Vector | null {
  if (!isObject(place) || droppedLength(place) !== null) return vectorOf(place);
  return vectorOf(place.embedding ?? place.values) ?? vectorOf(obj(place.embedding).values);
}

function vectorOf(value: unknown): Vector | null {
  if (Array.isArray(value)) return typeof value[0] === 'number' ? { length: value.length, kept: true } : null;
  const length = typeof value === 'string' ? base64Length(value) : null;
  if (length !== null) return { length, kept: true };
  const dropped = droppedLength(value);
  return dropped === null ? null : { length: dropped, kept: false };
}

/** Vertex reports each text's token count beside its vector. */
export function statisticsIn(response: Json): readonly Json[] {
  const places = [
    ...arr(response.embeddings),
    ...arr(response.predictions).map((one) => obj(one).embeddings),
  ];
  return places.map((place) => obj(obj(place).statistics));
}

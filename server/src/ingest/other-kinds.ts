/** Exchanges with models that answer in something else than text, told by their response. */
import { isObject, type JsonObject } from './notes.ts';

/** What an exchange is about that is not taken; null when it may be text. */
export function otherKindOf(response: JsonObject): string | null {
  // Bedrock puts it into an envelope.
  const body = isObject(response.body) ? response.body : response;
  // OpenAI and Mistral list either kind under `data`.
  const first = Array.isArray(body.data) ? body.data[0] : undefined;
  if (isObject(first)) {
    if (first.embedding !== undefined) return 'embeddings';
    if (first.b64_json !== undefined || (first.url !== undefined && body.created !== undefined))
      return 'images';
  }
  if (hasValues(body.embedding) || hasValues(body.embeddings)) return 'embeddings';
  return Array.isArray(body.artifacts) || isStrings(body.images) ? 'images' : null;
}

/** A list of numbers, of lists of them, or a list under the name of its kind. */
function hasValues(value: unknown): boolean {
  return Array.isArray(value) || isObject(value);
}

/** Perplexity answers in text and lists `images` that it found, as objects. */
function isStrings(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'string';
}

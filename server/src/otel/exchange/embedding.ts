/** The input of an embedding and the number of its vectors, in every dialect. */
import type { Part, Vectors } from '@parley/contract';
import { embeddedIn } from '../../formats/retrieval/texts.ts';
import { vectorsIn } from '../../formats/retrieval/vectors.ts';
import { jsonText } from '../../formats/shared/json-text.ts';
import { isObject, obj } from '../../formats/shared/read.ts';
import type { Call } from '../telemetry.ts';
import { type CallContent, listInJson, numberedAttributes, structured } from './call-content.ts';

/** The parts of each input text; null where the telemetry does not have them. */
export function readEmbedded(call: Call, said: CallContent): Part[][] | null {
  const { attributes } = call;
  const found = [
    listInJson(attributes.get('ai.values') ?? attributes.get('ai.value')),
    numberedAttributes(call, 'embedding.embeddings').map((each) => obj(each.embedding).text),
  ];
  for (const items of found) {
    const texts = embeddedIn({ input: items.filter((item) => item !== undefined) });
    if (texts.length > 0) return texts;
  }
  for (const name of ['langfuse.observation.input', 'input.value']) {
    const texts = inInput(structured(attributes.get(name)));
    if (texts.length > 0) return texts;
  }
  return said.input?.map(({ content }) => content) ?? null;
}

/** The value is a text, a list of texts, or the request; anything else is kept as JSON. */
function inInput(value: unknown): Part[][] {
  const texts = embeddedIn(isObject(value) ? value : { input: value });
  if (texts.length > 0 || !isObject(value)) return texts;
  return [[{ type: 'text', text: jsonText(value).toWellFormed() }]];
}

/** Null where the telemetry does not have them. */
export function readVectors(call: Call): Vectors | null {
  const { attributes } = call;
  const found = [
    listInJson(attributes.get('ai.embeddings') ?? attributes.get('ai.embedding')),
    numberedAttributes(call, 'embedding.embeddings').map((each) => obj(each.embedding).vector),
    inChoices(call),
  ];
  for (const vectors of found) {
    const counted = counting(vectors);
    if (counted !== null) return counted;
  }
  for (const name of ['langfuse.observation.output', 'output.value']) {
    const counted = inOutput(structured(attributes.get(name)));
    if (counted !== null) return counted;
  }
  return null;
}

/** The value is a vector, a list of vectors, or the response. */
function inOutput(value: unknown): Vectors | null {
  if (Array.isArray(value)) return counting(typeof value[0] === 'number' ? [value] : value);
  if (!isObject(value)) return null;
  return counting([value]) ?? vectorsIn(value);
}

/** Strings may be anything here and are not counted as vectors. */
function counting(vectors: readonly unknown[]): Vectors | null {
  const counted = vectorsIn({ embeddings: vectors.filter((vector) => typeof vector !== 'string') });
  return counted && counted.count > 0 ? counted : null;
}

/** OpenLLMetry's events have the vector in place of an answer. */
function inChoices({ events }: Call): unknown[] {
  const choices = events.filter(({ name }) => name === 'gen_ai.choice');
  return choices.map(({ body }) => obj(obj(body).message).content);
}

/** The fields that embeddings and rankings must have, per format. */
import type { Format } from '@parley/contract';
import { isObject, type JsonObject, type Notes } from './notes.ts';

/** One of each is enough: those that may be one text, lists and objects. */
type Fields = {
  request: { texts?: readonly string[]; lists: readonly string[] };
  response: readonly string[];
};

/** Bedrock's are in bodies, and those of `universal` are the client's own. */
const EMBEDDING: Partial<Record<Format, Fields>> = {
  openai: { request: { texts: ['input'], lists: [] }, response: ['data'] },
  mistral: { request: { texts: ['input', 'inputs'], lists: [] }, response: ['data'] },
  cohere: { request: { lists: ['texts', 'images', 'inputs'] }, response: ['embeddings'] },
  gemini: {
    request: { texts: ['contents'], lists: ['content', 'requests', 'instances'] },
    response: ['embedding', 'embeddings', 'predictions'],
  },
};

const RERANK: Partial<Record<Format, Fields>> = {
  cohere: { request: { lists: ['documents'] }, response: ['results'] },
};

export function checkWordlessRequest(format: Format, type: string, request: JsonObject, notes: Notes): void {
  const fields = fieldsOf(format, type);
  if (!fields) return;
  const { texts = [], lists } = fields.request;
  const isText = texts.some((name) => typeof request[name] === 'string');
  if (!isText) requireOne(request, 'request', [...lists, ...texts], notes);
  if (type === 'rerank' && typeof request.query !== 'string')
    notes.issue('request.query', 'required', 'request.query must be a string.');
}

export function checkWordlessResponse(
  format: Format,
  type: string,
  response: JsonObject,
  notes: Notes,
): void {
  const fields = fieldsOf(format, type);
  if (fields) requireOne(response, 'response', fields.response, notes);
}

function fieldsOf(format: Format, type: string): Fields | undefined {
  return (type === 'rerank' ? RERANK : EMBEDDING)[format];
}

function requireOne(side: JsonObject, path: string, names: readonly string[], notes: Notes): void {
  if (names.some((name) => Array.isArray(side[name]) || isObject(side[name]))) return;
  const list = names.map((name) => `${path}.${name}`).join(' or ');
  notes.issue(`${path}.${names[0]}`, 'required', `${list} must be there.`);
}

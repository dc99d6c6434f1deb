/** The fields that embeddings and rankings must have, per format. */
import { DESCRIPTORS, type Format, type RequiredFields, type RetrievalFields } from '@parley/contract';
import { isObject, type Json } from '../base/json.ts';
import type { Notes } from './notes.ts';

export function checkWordlessRequest(format: Format, type: string, request: Json, notes: Notes): void {
  const fields = fieldsOf(format, type);
  if (!fields) return;
  const { texts = [], lists } = fields.request;
  const isText = texts.some((name) => typeof request[name] === 'string');
  if (!isText) requireOne(request, 'request', [...lists, ...texts], notes);
  if (type === 'rerank' && typeof request.query !== 'string')
    notes.issue('request.query', 'required', 'request.query must be a string.');
}

export function checkWordlessResponse(format: Format, type: string, response: Json, notes: Notes): void {
  const fields = fieldsOf(format, type);
  if (fields) requireOne(response, 'response', fields.response, notes);
}

function fieldsOf(format: Format, type: string): RetrievalFields | undefined {
  const { embedding, rerank }: RequiredFields = DESCRIPTORS[format].required;
  return type === 'rerank' ? rerank : embedding;
}

function requireOne(side: Json, path: string, names: readonly string[], notes: Notes): void {
  if (names.some((name) => Array.isArray(side[name]) || isObject(side[name]))) return;
  const list = names.map((name) => `${path}.${name}`).join(' or ');
  notes.issue(`${path}.${names[0]}`, 'required', `${list} must be there.`);
}

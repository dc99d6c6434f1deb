/**
 * Calls of a request share a resource and a scope, and each call keeps a copy of both, so that it can be read
 * by itself. Where the copies would multiply the request's size, only short attributes are kept.
 */
import type { Warning } from '@parley/contract';
import { isObject, listOf, parseJson } from '../base/json.ts';
import { type OriginTexts, textBefore } from './record-text.ts';

/**
 * Limit of all copies together: a multiple of the request's bytes, and a constant. Instrumentations send 400
 * bytes a call and more, and resources of 300 to 1,500.
 */
const MAX_MULTIPLE = 4;
const MIN_LIMIT_BYTES = 64 * 1024;
/** The longest attribute that is kept beyond the limit. */
const MAX_ATTRIBUTE_BYTES = 256;

const SHORTENED: Warning = {
  path: 'resource',
  code: 'resource_shortened',
  message: `The resource is large for a request with so many calls: with each of them, only attributes of up to ${MAX_ATTRIBUTE_BYTES} bytes are kept.`,
};

export type OriginText = {
  /** The text that is kept of a record, up to the record itself. */
  before: Buffer;
  warnings: readonly Warning[];
};

/** `records` is the number of copies, `received` the size of the request. */
export function originText(texts: OriginTexts, records: number, received: number): OriginText {
  const before = textBefore(texts);
  if (before.length * records <= MAX_MULTIPLE * received + MIN_LIMIT_BYTES) return { before, warnings: [] };
  const scope = parseJson(texts.scope.toString('utf8'));
  const name =
    isObject(scope) && typeof scope.name === 'string' ? scope.name.slice(0, MAX_ATTRIBUTE_BYTES) : '';
  const attributes = shortAttributes(texts.resource, (MAX_MULTIPLE * received) / records);
  const short = { resource: jsonOf({ attributes }), scope: jsonOf({ name }) };
  return { before: textBefore(short), warnings: [SHORTENED] };
}

/** The first short attributes that fit into `bytes`. */
function shortAttributes(resource: Buffer, bytes: number): unknown[] {
  const parsed = parseJson(resource.toString('utf8'));
  let room = bytes;
  return listOf(isObject(parsed) ? parsed.attributes : null).filter((attribute) => {
    const { length } = jsonOf(attribute);
    if (length > MAX_ATTRIBUTE_BYTES || length > room) return false;
    room -= length;
    return true;
  });
}

function jsonOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

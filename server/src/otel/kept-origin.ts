/**
 * Many calls of a request share a resource and a scope, and each is kept with both, so that it can be read by itself.
 * Where that would multiply what was sent, they are kept with the short attributes alone.
 */
import type { Warning } from '@parley/contract';
import { isObject, listOf, parseJson } from './json.ts';
import { type OriginTexts, textBefore } from './kept-text.ts';

/**
 * All copies together may have so many times the bytes that came in, and a little. Instrumentations send 400 bytes a call
 * and more, and resources of 300 to 1,500.
 */
const MOST_TIMES = 4;
const LITTLE_BYTES = 64 * 1024;
/** Of one attribute that is kept. */
const ATTRIBUTE_BYTES = 256;

const SHORTENED: Warning = {
  path: 'resource',
  code: 'resource_shortened',
  message: `The resource is large for a request with so many calls: with each of them, only attributes of up to ${ATTRIBUTE_BYTES} bytes are kept.`,
};

export type KeptOrigin = {
  /** The text of a record up to the record itself. */
  before: Buffer;
  warnings: readonly Warning[];
};

/** `records`: how many are kept, each with such an origin; `received`: the bytes of them all. */
export function keptOrigin(texts: OriginTexts, records: number, received: number): KeptOrigin {
  const before = textBefore(texts);
  if (before.length * records <= MOST_TIMES * received + LITTLE_BYTES) return { before, warnings: [] };
  const scope = parseJson(texts.scope.toString('utf8'));
  const name = isObject(scope) && typeof scope.name === 'string' ? scope.name.slice(0, ATTRIBUTE_BYTES) : '';
  const attributes = shortAttributes(texts.resource, (MOST_TIMES * received) / records);
  const short = { resource: jsonOf({ attributes }), scope: jsonOf({ name }) };
  return { before: textBefore(short), warnings: [SHORTENED] };
}

/** The first that have room. */
function shortAttributes(resource: Buffer, bytes: number): unknown[] {
  const parsed = parseJson(resource.toString('utf8'));
  let room = bytes;
  return listOf(isObject(parsed) ? parsed.attributes : null).filter((attribute) => {
    const { length } = jsonOf(attribute);
    if (length > ATTRIBUTE_BYTES || length > room) return false;
    room -= length;
    return true;
  });
}

function jsonOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

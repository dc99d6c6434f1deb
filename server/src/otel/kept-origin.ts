/**
 * Many calls of a request share a resource and a scope, and each is kept with both, so that it can be read by itself.
 * Where that would multiply what was sent, they are kept with the short attributes alone.
 */
import type { Warning } from '@parley/contract';
import { isObject, listOf, parseJson } from './json.ts';
import { type OriginTexts, textBefore } from './kept-text.ts';

/** Resources of instrumentations have 300 to 1,500 bytes: up to here, they are kept as they are. */
const ALWAYS_BYTES = 2048;
/** All copies together may have so many times the bytes that came in, and a little. */
const MOST_TIMES = 4;
const LITTLE_BYTES = 64 * 1024;
/** Of one attribute that is kept. */
const ATTRIBUTE_BYTES = 256;

const SHORTENED: Warning = {
  path: 'resource',
  code: 'resource_shortened',
  message: `The resource is large for a request with so many calls: of its attributes, those of up to ${ATTRIBUTE_BYTES} bytes are kept, ${ALWAYS_BYTES} bytes in all.`,
};

export type KeptOrigin = {
  /** The text of a record up to the record itself. */
  before: Buffer;
  warnings: readonly Warning[];
};

/** `records`: how many are kept, each with such an origin; `received`: the bytes of them all. */
export function keptOrigin(texts: OriginTexts, records: number, received: number): KeptOrigin {
  const before = textBefore(texts);
  const { length } = before;
  if (length <= ALWAYS_BYTES || length * records <= MOST_TIMES * received + LITTLE_BYTES)
    return { before, warnings: [] };
  const scope = parseJson(texts.scope.toString('utf8'));
  const name = isObject(scope) && typeof scope.name === 'string' ? scope.name.slice(0, ATTRIBUTE_BYTES) : '';
  const short = {
    resource: jsonOf({ attributes: shortAttributes(texts.resource) }),
    scope: jsonOf({ name }),
  };
  return { before: textBefore(short), warnings: [SHORTENED] };
}

function shortAttributes(resource: Buffer): unknown[] {
  const parsed = parseJson(resource.toString('utf8'));
  let room = ALWAYS_BYTES;
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

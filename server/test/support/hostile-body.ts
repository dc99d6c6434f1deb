/** Hostile or merely odd bodies: structure, depth, size, encoding and pace. */
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Random } from '@parley/sample/random';
import { type Keys, payloadOf } from './payloads.ts';

export type HostileBody = {
  /** Description for failure messages. */
  name: string;
  bytes: Buffer;
  headers: Record<string, string>;
  /** Sent in one write, in chunks with pauses, or only half of it. */
  pace: 'at once' | 'in pieces' | 'half';
};

const MIB = 1024 * 1024;

/** Each fills about `size` bytes with what is most expensive to parse. */
export const STRUCTURES: Record<string, (size: number) => string> = {
  'open arrays': (size) => '['.repeat(size),
  'closed arrays': (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  'nested objects': (size) => '{"a":'.repeat(size / 6) + '1'.concat('}'.repeat(size / 6)),
  '500 levels, many times': (size) => `[${`${'['.repeat(500)}${']'.repeat(500)},`.repeat(size / 1001)}1]`,
  'empty arrays': (size) => `[${'[],'.repeat(size / 3)}1]`,
  'empty objects': (size) => `[${'{},'.repeat(size / 3)}1]`,
  numbers: (size) => `[${'1,'.repeat(size / 2)}1]`,
  'long fractions': (size) => `[${'1.2345678901234567e-300,'.repeat(size / 24)}1]`,
  'different keys': (size) => `{${Array.from({ length: size / 12 }, (_, i) => `"k${i}":0`).join()}}`,
  'the same key': (size) => `{${'"":0,'.repeat(size / 5)}"":0}`,
  escapes: (size) => `"${'\\n'.repeat(size / 2)}"`,
  'escaped quotes': (size) => `"${'\\"'.repeat(size / 2)}"`,
  backslashes: (size) => `"${'\\\\'.repeat(size / 2)}"`,
  'unicode escapes': (size) => `"${'\\ud83d\\ude00'.repeat(size / 12)}"`,
  text: (size) => `"${'x'.repeat(size)}"`,
  spaces: (size) => `[${' '.repeat(size)}]`,
  'an open string': (size) => `"${'x'.repeat(size)}`,
  nothing: () => '',
  'control characters': (size) => `"${'\u0001'.repeat(size)}"`,
  digits: (size) => '1'.repeat(size),
};

/** Position of the value in the payload. */
const PLACES: Record<string, (value: string, keys: Keys) => string> = {
  'instead of the payload': (value) => value,
  'in a payload without keys': (value) => `{"a":${value}}`,
  'before the keys': (value, keys) => `{"request":${value},${header(keys)},"response":{}}`,
  'behind the keys': (value, keys) => `{${header(keys)},"request":${value},"response":{}}`,
  'as a message': (value, keys) =>
    `{${header(keys)},"request":{"messages":${value}},"response":{"choices":[]}}`,
  'among unknown fields': (value, keys) =>
    JSON.stringify(payloadOf('openai', 'chat', {}, keys)).replace(/}$/, `,"unknown":${value}}`),
  'in the header': (value, keys) =>
    `{"reconify":{"appKey":"${keys.appKey}","a":${value},"apiKey":"${keys.apiKey}"},"request":{},"response":{}}`,
  'as the user': (value, keys) => `{${header(keys)},"user":${value},"request":{},"response":{}}`,
};

const ENCODINGS: Record<string, (bytes: Buffer) => Buffer> = {
  '': (bytes) => bytes,
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
  deflate: (bytes) => deflateSync(bytes, { level: 1 }),
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: (bytes) => zstdCompressSync(bytes),
};

export function hostileBody(random: Random, right: Keys): HostileBody {
  const [structure, build] = pick(random, STRUCTURES);
  const [place, put] = pick(random, PLACES);
  const [encoding, encode] = pick(random, ENCODINGS);
  const keys = random.next() < 0.5 ? right : { appKey: right.appKey, apiKey: 'wrong' };
  const size = Math.floor(random.pick([1_000, 60_000, 130_000, MIB, 10 * MIB - 10_000]));
  const bytes = encode(Buffer.from(put(build(size), keys)));
  return {
    name: `${structure}, ${size} bytes of them, ${place}${encoding && `, in ${encoding}`}`,
    bytes: random.next() < 0.1 ? bytes.subarray(0, random.below(bytes.length)) : bytes,
    headers: encoding === '' ? {} : { 'Content-Encoding': encoding },
    pace: random.pick(['at once', 'at once', 'in pieces', 'half']),
  };
}

function pick<T>(random: Random, from: Record<string, T>): [string, T] {
  const entries = Object.entries(from);
  const [first, ...rest] = entries;
  if (!first) throw new Error('There is nothing to pick from.');
  return random.pick([first, ...rest]);
}

function header(keys: Keys): string {
  return `"reconify":${JSON.stringify({ format: 'openai', type: 'chat', version: '3.1.0', ...keys })}`;
}

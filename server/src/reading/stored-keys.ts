/**
 * Keys of what was stored, as a few columns: a live tail looks at thousands of them every second, and
 * as objects they take 4 ms for 5,000 to come over to the acknowledging thread; like this, a quarter of one.
 */
import type { StoredKey } from '../queries/newest-stored.ts';

export type PackedKeys = { ids: string; stored: Float64Array; bytes: Float64Array };

const ID_LENGTH = 36;

export function packKeys(keys: readonly StoredKey[]): PackedKeys {
  return {
    ids: keys.map(({ id }) => id).join(''),
    stored: Float64Array.from(keys, ({ stored }) => stored),
    bytes: Float64Array.from(keys, ({ bytes }) => bytes),
  };
}

export function unpackKeys({ ids, stored, bytes }: PackedKeys): StoredKey[] {
  return Array.from(stored, (time, i) => ({
    id: ids.slice(i * ID_LENGTH, (i + 1) * ID_LENGTH),
    stored: time,
    bytes: bytes[i] ?? 0,
  }));
}

import { isObject } from '../base/json.ts';

export type SentKeys = { appKey: unknown; apiKey: unknown };

const NO_KEYS: SentKeys = { appKey: undefined, apiKey: undefined };
/** Longer headers are not parsed: they hold more than keys. */
const MAX_HEADER_BYTES = 64 * 1024;

/** The keys in the bytes of `reconify`, the only part of a payload that is parsed before authentication. */
export function keysIn(header: Buffer | undefined): SentKeys {
  if (!header || header.length > MAX_HEADER_BYTES) return NO_KEYS;
  try {
    const value: unknown = JSON.parse(header.toString('utf8'));
    return isObject(value) ? { appKey: value.appKey, apiKey: value.apiKey } : NO_KEYS;
  } catch {
    return NO_KEYS;
  }
}

import { isObject } from '../envelope/notes.ts';

export type SentKeys = { appKey: unknown; apiKey: unknown };

const NONE: SentKeys = { appKey: undefined, apiKey: undefined };
/** Room for any key and the rest of a header; what is longer is none. */
const MAX_BYTES = 64 * 1024;

/** The keys in the bytes of a header, the only part of a payload that is parsed before they are known. */
export function keysIn(header: Buffer | undefined): SentKeys {
  if (!header || header.length > MAX_BYTES) return NONE;
  try {
    const value: unknown = JSON.parse(header.toString('utf8'));
    return isObject(value) ? { appKey: value.appKey, apiKey: value.apiKey } : NONE;
  } catch {
    return NONE;
  }
}

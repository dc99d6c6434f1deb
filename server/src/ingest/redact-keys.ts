/** Overwrites the API key in the bytes of a payload, before they are written anywhere. */
import { type Member, members } from '../base/member-scan.ts';

const ASTERISK = 0x2a;
const QUOTE = 0x22;

/**
 * Overwrites every `reconify.apiKey`, including earlier ones of duplicate keys. Strings keep their quotes.
 */
export function redactKeys(payload: Buffer, topLevel: readonly Member[]): void {
  for (const header of topLevel) {
    if (header.key !== 'reconify' || payload[header.start] !== 0x7b) continue;
    const inside = payload.subarray(header.start, header.end);
    for (const { key, start, end } of members(inside)) {
      if (key !== 'apiKey') continue;
      if (inside[start] === QUOTE) inside.fill(ASTERISK, start + 1, end - 1);
      // Not a string: digits keep the JSON valid where asterisks would not.
      else inside.fill(0x30, start, end).fill(0x31, start, start + 1);
    }
  }
}

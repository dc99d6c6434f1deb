/** Overwrites the API key in the payload's own bytes, before anything is written anywhere. */
import { type Member, members } from './slices.ts';

const ASTERISK = 0x2a;
const QUOTE = 0x22;

/** Every `reconify.apiKey`, also where duplicate keys hide an earlier one. Strings keep their quotes. */
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

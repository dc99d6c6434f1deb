import type { FinishReason } from '@parley/contract';
import { type Finish, finishOf, UNFINISHED } from '../shared/finish-reasons.ts';
import { label } from '../shared/read.ts';

/**
 * Old SDKs request enums as integers. Google's two APIs use the same numbers up to 5 and different ones
 * above; a number that means a filter in one API and something else in the other becomes `other`.
 */
const BY_NUMBER: readonly FinishReason[] = [
  'other', // 0 unspecified
  'stop',
  'length',
  'content_filter', // 3 safety
  'content_filter', // 4 recitation
  'other', // 5 other
  'other', // 6 blocklist, or language
  'content_filter', // 7 prohibited content, or blocklist
  'content_filter', // 8 personal data, or prohibited content
  'other', // 9 malformed function call, or personal data
  'other', // 10 model armor, or malformed function call
  'content_filter', // 11 image safety
];

/** A logged Python enum reads `FinishReason.STOP`. */
export function readFinish(value: unknown): Finish {
  const raw = label(value);
  if (raw === null) return UNFINISHED;
  if (typeof value === 'number') return { reason: BY_NUMBER[value] ?? 'other', raw };
  return { reason: finishOf(raw.slice(raw.lastIndexOf('.') + 1)).reason, raw };
}

/** A blocked prompt has no candidate, so the block reason is the finish reason. */
export function readBlock(value: unknown): Finish {
  const raw = label(value);
  // `BLOCK_REASON_UNSPECIFIED` is the enum's zero value: nothing was blocked.
  if (raw === null || raw === '0' || raw === 'BLOCK_REASON_UNSPECIFIED') return UNFINISHED;
  return { reason: 'content_filter', raw };
}

import type { QueryBody } from '@parley/contract';

/** In milliseconds; `to` is not part of it. */
export type Range = { from: number; to: number };

/** A range and the beginnings of its buckets, if it has any. */
export type Period = Range & { starts?: readonly number[] };

export const QUARTER_HOUR = 15 * 60 * 1000;
const DEFAULT_RANGE = 30 * 24 * 4 * QUARTER_HOUR;

/** The last 30 days when nothing else is asked, and up to the quarter of an hour that runs now. */
export function rangeOf({ from, to }: Pick<QueryBody, 'from' | 'to'>, now: number): Range {
  const end = to ?? Math.ceil((now + 1) / QUARTER_HOUR) * QUARTER_HOUR;
  return { from: from ?? end - DEFAULT_RANGE, to: end };
}

export function previous({ from, to }: Range): Range {
  return { from: Math.max(0, from - (to - from)), to: from };
}

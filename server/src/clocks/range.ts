import type { QueryBody } from '@parley/contract';

/** A time range in milliseconds; `to` is exclusive. */
export type Range = { from: number; to: number };

/** A range with the starts of its buckets, if it has any. */
export type Period = Range & { starts?: readonly number[] };

export const QUARTER_HOUR = 15 * 60 * 1000;
const DEFAULT_RANGE = 30 * 24 * 4 * QUARTER_HOUR;

/** The requested range; by default the 30 days up to the end of the current quarter of an hour. */
export function rangeOf({ from, to }: Pick<QueryBody, 'from' | 'to'>, now: number): Range {
  const end = to ?? Math.ceil((now + 1) / QUARTER_HOUR) * QUARTER_HOUR;
  return { from: from ?? end - DEFAULT_RANGE, to: end };
}

export function previous({ from, to }: Range): Range {
  return { from: Math.max(0, from - (to - from)), to: from };
}

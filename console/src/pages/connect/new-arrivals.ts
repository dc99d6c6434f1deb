import type { Arrival } from '@parley/contract';

type Way = Pick<Arrival, 'way' | 'format'>;

export function isSameWay(one: Way, other: Way): boolean {
  return one.way === other.way && one.format === other.format;
}

/**
 * Adds the ways that began after `since` to those that were greeted, the newest first. Each of several servers knows
 * only its own arrivals, so that the next answer may lack what the last one had.
 */
export function withNew(
  greeted: readonly Arrival[],
  answer: readonly Arrival[],
  since: number,
): readonly Arrival[] {
  const fresh = answer.filter(
    (arrival) => Date.parse(arrival.firstAt) >= since && !greeted.some((one) => isSameWay(one, arrival)),
  );
  return fresh.length === 0 ? greeted : [...fresh, ...greeted];
}

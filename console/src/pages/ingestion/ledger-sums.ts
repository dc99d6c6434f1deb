import type { LedgerEntry } from '@parley/contract';

/** The possible results of a received payload. */
const BECAME = ['stored', 'duplicate', 'rejected', 'ignored', 'scores', 'damaged', 'waiting'] as const;
const COUNTED = ['received', ...BECAME] as const;

export type Sums = Pick<LedgerEntry, (typeof COUNTED)[number]>;

export function sumUp(entries: readonly Sums[]): Sums {
  const sums = {
    received: 0,
    stored: 0,
    duplicate: 0,
    rejected: 0,
    ignored: 0,
    scores: 0,
    damaged: 0,
    waiting: 0,
  };
  for (const entry of entries) for (const name of COUNTED) sums[name] += entry[name];
  return sums;
}

/** The number of received payloads that are unaccounted for; expected to be 0. */
export function unaccounted(sums: Sums): number {
  return BECAME.reduce((left, name) => left - sums[name], sums.received);
}

import type { LedgerEntry } from '@parley/contract';

/** What can become of what was received. */
const BECAME = ['stored', 'duplicate', 'rejected', 'ignored', 'damaged', 'waiting'] as const;
const COUNTED = ['received', ...BECAME] as const;

export type Sums = Pick<LedgerEntry, (typeof COUNTED)[number]>;

export function sumUp(entries: readonly Sums[]): Sums {
  const sums = { received: 0, stored: 0, duplicate: 0, rejected: 0, ignored: 0, damaged: 0, waiting: 0 };
  for (const entry of entries) for (const name of COUNTED) sums[name] += entry[name];
  return sums;
}

/** How many were received that nobody can account for; 0 is as it has to be. */
export function unaccounted(sums: Sums): number {
  return BECAME.reduce((left, name) => left - sums[name], sums.received);
}

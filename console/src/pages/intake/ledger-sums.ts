import type { LedgerEntry } from '@parley/contract';

const COUNTED = ['received', 'stored', 'duplicate', 'rejected', 'damaged', 'waiting'] as const;

export type Sums = Pick<LedgerEntry, (typeof COUNTED)[number]>;

export function sumUp(entries: readonly Sums[]): Sums {
  const sums = { received: 0, stored: 0, duplicate: 0, rejected: 0, damaged: 0, waiting: 0 };
  for (const entry of entries) for (const name of COUNTED) sums[name] += entry[name];
  return sums;
}

/** How many were received that nobody can account for; 0 is as it has to be. */
export function unaccounted({ received, stored, duplicate, rejected, damaged, waiting }: Sums): number {
  return received - stored - duplicate - rejected - damaged - waiting;
}

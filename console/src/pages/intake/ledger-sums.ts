import type { LedgerEntry } from '@parley/contract';

export type Sums = Pick<LedgerEntry, 'received' | 'stored' | 'duplicate' | 'rejected' | 'waiting'>;

export function sumUp(entries: readonly Sums[]): Sums {
  const sums = { received: 0, stored: 0, duplicate: 0, rejected: 0, waiting: 0 };
  for (const { received, stored, duplicate, rejected, waiting } of entries) {
    sums.received += received;
    sums.stored += stored;
    sums.duplicate += duplicate;
    sums.rejected += rejected;
    sums.waiting += waiting;
  }
  return sums;
}

/** How many were received that nobody can account for; 0 is as it has to be. */
export function unaccounted({ received, stored, duplicate, rejected, waiting }: Sums): number {
  return received - stored - duplicate - rejected - waiting;
}

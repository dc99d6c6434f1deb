import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { releaseLease, takeLease } from './lease.ts';
import type { Tables } from './tables.ts';

/** A server that dies holds the others up for so long. */
const LEASE_MS = 60_000;
const LOOK_MS = 1000;

/** Does something while no other server does, however long it takes; waits for its turn before. */
export async function withLease<T>(
  db: Kysely<Tables>,
  name: string,
  holder: string,
  work: () => Promise<T>,
): Promise<T> {
  const hold = () => takeLease(db, name, holder, { now: Date.now(), milliseconds: LEASE_MS });
  while (!(await hold())) await sleep(LOOK_MS);
  // One that cannot be renewed for a moment is still held; whoever cannot renew it for long learns by its work.
  const holding = setInterval(() => void hold().catch(() => {}), LEASE_MS / 3);
  try {
    return await work();
  } finally {
    clearInterval(holding);
    await releaseLease(db, name, holder);
  }
}

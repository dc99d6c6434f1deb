import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../metadata/tables.ts';
import { releaseLease, takeLease } from './lease.ts';

/** If a server dies, the others wait this long: another one has taken over within a minute. */
const LEASE_MS = 45_000;
const RETRY_MS = 1000;

/**
 * Runs `work` while holding a lease, however long it takes; null if another server holds it. If renewing
 * fails for a moment, the lease is still held; if it fails for long, `work` has to notice by itself.
 */
export async function tryWithLease<T>(
  db: Kysely<Tables>,
  name: string,
  holder: string,
  work: () => Promise<T>,
  onNotRenewed: (error: unknown) => void = () => {},
): Promise<{ done: T } | null> {
  const hold = () => takeLease(db, name, holder, LEASE_MS);
  if (!(await hold())) return null;
  const holding = setInterval(() => void hold().catch(onNotRenewed), LEASE_MS / 3);
  try {
    return { done: await work() };
  } finally {
    clearInterval(holding);
    await releaseLease(db, name, holder);
  }
}

/** Like `tryWithLease`, but waits for the lease. */
export async function withLease<T>(
  db: Kysely<Tables>,
  name: string,
  holder: string,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const held = await tryWithLease(db, name, holder, work);
    if (held) return held.done;
    await sleep(RETRY_MS);
  }
}

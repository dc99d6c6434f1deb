import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../metadata/tables.ts';
import { releaseLease, takeLease } from './lease.ts';

/** A server that dies holds the others up for so long. */
const LEASE_MS = 60_000;
const LOOK_MS = 1000;

/**
 * Does something while no other server does, however long it takes; null when another one is at it. A lease that
 * cannot be renewed for a moment is still held; whoever cannot renew it for long learns by its work.
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

/** The same, when it is its turn. */
export async function withLease<T>(
  db: Kysely<Tables>,
  name: string,
  holder: string,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const held = await tryWithLease(db, name, holder, work);
    if (held) return held.done;
    await sleep(LOOK_MS);
  }
}

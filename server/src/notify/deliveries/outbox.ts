/** The outbox as a whole: how much waits in it, and what is removed from it. */
import { DELIVERY_DAYS } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

export type Waiting = {
  count: number;
  /** When the oldest one was queued. */
  since: number | null;
};

export async function readWaiting(db: Kysely<Tables>): Promise<Waiting> {
  const { count, since } = await db
    .selectFrom('delivery')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('since')])
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return { count: Number(count), since: since === null ? null : Number(since) };
}

/** Removes deliveries that arrived or failed long ago. */
export async function removeOld(db: Kysely<Tables>, now: number): Promise<void> {
  const before = now - DELIVERY_DAYS * 24 * 3_600_000;
  await db
    .deleteFrom('delivery')
    .where('state', '!=', 'waiting')
    .where('created_at', '<', before)
    .where((row) => row.or([row('last_at', 'is', null), row('last_at', '<', before)]))
    .execute();
}

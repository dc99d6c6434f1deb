/** The nodes that share these metadata. Each sends a heartbeat with how far its journal is drained. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../metadata/dialect.ts';
import type { Tables } from '../metadata/tables.ts';

export type Heartbeat = {
  name: string;
  version: string;
  startedAt: number;
  /** Frames that wait for the store. */
  waiting: number;
  /** How long the oldest of them has waited, in milliseconds. */
  lagMs: number;
};

export type KnownNode = Heartbeat & {
  seenAt: number;
  isUp: boolean;
};

/**
 * Longer than the slowest insert plus a pause of the machine: after that, other nodes consider a node gone.
 */
export const NODE_GONE_MS = 5 * 60_000;
/** For display, a node counts as down sooner. */
const SHOWN_AS_UP_MS = 15_000;

export async function sendHeartbeat(db: Kysely<Tables>, sign: Heartbeat): Promise<void> {
  const row = {
    version: sign.version,
    started_at: sign.startedAt,
    seen_at: databaseNow(db),
    waiting: sign.waiting,
    lag_ms: Math.round(sign.lagMs),
  };
  await db
    .insertInto('node')
    .values({ name: sign.name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** All nodes that have ever sent a heartbeat and are not forgotten, by name. */
export async function listNodes(db: Kysely<Tables>): Promise<KnownNode[]> {
  const rows = await db
    .selectFrom('node')
    .selectAll()
    .select(databaseNow(db).as('now'))
    .orderBy('name')
    .execute();
  return rows.map((row) => ({
    name: row.name,
    version: row.version,
    startedAt: row.started_at,
    waiting: row.waiting,
    lagMs: row.lag_ms,
    seenAt: row.seen_at,
    isUp: row.now - row.seen_at < SHOWN_AS_UP_MS,
  }));
}

/**
 * Whether every other live node has drained what it had received `agoMs` milliseconds ago. A node counts as live until it
 * was silent for `goneMs`.
 */
export async function othersHaveDrained(
  db: Kysely<Tables>,
  node: string,
  agoMs: number,
  goneMs = NODE_GONE_MS,
): Promise<boolean> {
  const since = databaseNow(db);
  const behind = await db
    .selectFrom('node')
    .select('name')
    .where('name', '!=', node)
    .where('seen_at', '>', sql<number>`${since} - ${sql.lit(goneMs)}`)
    // No heartbeat since then, or with older frames.
    .where((row) =>
      row.or([
        row('seen_at', '<=', sql<number>`${since} - ${agoMs}`),
        row.and([row('waiting', '>', 0), row('lag_ms', '>=', sql<number>`${agoMs} - (${since} - seen_at)`)]),
      ]),
    )
    .executeTakeFirst();
  return behind === undefined;
}

/** The database's clock in milliseconds, the same for all nodes. */
export function databaseNow<T>(db: Kysely<T>): RawBuilder<number> {
  return isPostgres(db)
    ? sql<number>`CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)`
    : sql<number>`CAST(unixepoch('subsec') * 1000 AS integer)`;
}

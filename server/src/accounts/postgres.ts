/** The metadata in PostgreSQL, which several nodes share. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { listenFor } from './listen.ts';
import type { Metadata } from './metadata.ts';
import type { Tables } from './tables.ts';

/** Told by a trigger when the revision grows. */
export const CHANGED = 'parley_changed';

/** Of a thread; a server has four of them. */
const CONNECTIONS = 5;
/** A database that is away is to be noticed before whoever waits gives up. */
const CONNECT_MS = 5000;
const STATEMENT_MS = 30_000;

export function openPostgres(url: string, watch: boolean): Metadata {
  const settings: pg.ClientConfig = {
    connectionString: url,
    application_name: 'parley',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + CONNECT_MS,
    keepAlive: true,
    types: { getTypeParser },
  };
  const pool = new pg.Pool({ ...settings, max: CONNECTIONS });
  // Of a connection that nobody uses; the next one that is wanted is another.
  pool.on('error', () => {});
  const changes = watch ? listenFor(CHANGED, settings) : undefined;
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    externalVersion: () => changes?.count() ?? 0,
    async close() {
      await changes?.close();
      await db.destroy();
    },
  };
}

/** Times in milliseconds and counts are `bigint` there, and far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.INT8 && format !== 'binary') return Number;
  return pg.types.getTypeParser(oid, format as 'text');
};

/** The metadata in PostgreSQL, shared by several nodes. */
import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  replaceWithNoncontingentExpression,
} from 'kysely';
import pg from 'pg';
import { asMetadataError } from './failure.ts';
import { listenFor } from './listen.ts';
import type { Metadata } from './metadata.ts';
import type { Tables } from './tables.ts';

/** A trigger notifies this channel when the revision grows. */
export const CHANGED = 'parley_changed';

/** Per thread; a server has four of them. */
const CONNECTIONS = 5;
/** A lost database must be noticed before clients give up. */
const CONNECT_MS = 5000;
const STATEMENT_MS = 30_000;

/** `IN ()` matches nothing, as in SQLite; PostgreSQL would report a syntax error. */
const EMPTY_LISTS = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });

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
  // An idle connection was lost; the pool opens another.
  pool.on('error', () => {});
  const changes = watch ? listenFor(CHANGED, settings) : undefined;
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: guarded(pool) }),
    plugins: [EMPTY_LISTS],
  });
  return {
    db,
    externalVersion: () => changes?.count() ?? 0,
    async close() {
      await changes?.close();
      await db.destroy();
    },
  };
}

/** Wraps errors of a lost database in `MetadataUnavailable`. */
function guarded(pool: pg.Pool): PostgresPool {
  const wrapError = (error: unknown) => {
    throw asMetadataError(error);
  };
  return {
    async connect() {
      const client = await pool.connect().catch(wrapError);
      // Kysely's type also has a form for cursors, which is not used.
      const query: unknown = (sql: string, parameters: unknown[]) =>
        client.query(sql, parameters).catch(wrapError);
      // Lost between two statements: the next statement fails with the error.
      const lost = () => {};
      client.on('error', lost);
      const release = () => {
        client.off('error', lost);
        client.release();
      };
      return { query: query as PostgresPoolClient['query'], release };
    },
    end: () => pool.end(),
  };
}

/** Times in milliseconds and counts are `bigint` in PostgreSQL, and far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.INT8 && format !== 'binary') return Number;
  return pg.types.getTypeParser(oid, format as 'text');
};

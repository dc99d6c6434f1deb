/** The metadata in a file of the data folder. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import { asMetadataError } from './failure.ts';
import type { Metadata } from './metadata.ts';
import type { Tables } from './tables.ts';

export function openSqlite(path: string): Metadata {
  const sqlite = wrapErrors(() => open(path));
  const version = sqlite.prepare('PRAGMA data_version');
  const db = new Kysely<Tables>({ dialect: new Dialect({ database: adapt(sqlite) }) });
  return {
    db,
    externalVersion: () => Number(version.get()?.data_version),
    close: () => db.destroy(),
  };
}

function open(path: string): DatabaseSync {
  const sqlite = new DatabaseSync(path);
  try {
    sqlite.exec(`
      PRAGMA busy_timeout = 5000;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
    `);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Wraps disk errors in `MetadataUnavailable`. */
function wrapErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asMetadataError(error);
  }
}

/** SQLite migrates in a transaction, which Kysely does not assume. */
class Dialect extends SqliteDialect {
  override createAdapter() {
    return new Adapter();
  }
}

class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** Kysely expects the interface of better-sqlite3; Node's driver takes parameters differently. */
function adapt(sqlite: DatabaseSync): SqliteDatabase {
  return {
    close: () => sqlite.close(),
    prepare(sql): SqliteStatement {
      const statement = wrapErrors(() => sqlite.prepare(sql));
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => wrapErrors(() => statement.all(...parameters.map(toValue))),
        run(parameters) {
          // SQLite itself rolls back on a full disk: a rollback that fails would hide the reason.
          if (sql === 'rollback' && !sqlite.isTransaction) return { changes: 0, lastInsertRowid: 0 };
          const { changes, lastInsertRowid } = wrapErrors(() => statement.run(...parameters.map(toValue)));
          return { changes, lastInsertRowid };
        },
        iterate: (parameters) => statement.iterate(...parameters.map(toValue)),
      };
    },
  };
}

function toValue(value: unknown): SQLInputValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`A ${typeof value} cannot be a parameter.`);
}

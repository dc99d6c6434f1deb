/** The metadata in a file of the data folder. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import type { Metadata } from './metadata.ts';
import type { Tables } from './tables.ts';

export function openSqlite(path: string): Metadata {
  const sqlite = new DatabaseSync(path);
  sqlite.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
  `);
  const version = sqlite.prepare('PRAGMA data_version');
  const db = new Kysely<Tables>({ dialect: new Dialect({ database: adapt(sqlite) }) });
  return {
    db,
    externalVersion: () => Number(version.get()?.data_version),
    close: () => db.destroy(),
  };
}

/** Migrations are made as a whole or not at all: SQLite can, though Kysely does not count on it. */
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

/** Kysely expects the interface of better-sqlite3; Node's own driver differs in how it takes parameters. */
function adapt(sqlite: DatabaseSync): SqliteDatabase {
  return {
    close: () => sqlite.close(),
    prepare(sql): SqliteStatement {
      const statement = sqlite.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters.map(toValue)),
        run(parameters) {
          const { changes, lastInsertRowid } = statement.run(...parameters.map(toValue));
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

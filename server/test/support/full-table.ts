import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/metadata/tables.ts';
import { ON_POSTGRES } from './metadata-address.ts';

/** Makes every insert into a table fail until the returned function is called. */
export async function fullTable(db: Kysely<Tables>, name: keyof Tables): Promise<() => Promise<void>> {
  const table = sql.table(name);
  const [fill, empty] = ON_POSTGRES
    ? [
        sql`ALTER TABLE ${table} ADD CONSTRAINT table_is_full CHECK (id = '') NOT VALID`,
        sql`ALTER TABLE ${table} DROP CONSTRAINT table_is_full`,
      ]
    : [
        sql`CREATE TRIGGER table_is_full BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'table_is_full'); END`,
        sql`DROP TRIGGER table_is_full`,
      ];
  await fill.execute(db);
  return async () => {
    await empty.execute(db);
  };
}

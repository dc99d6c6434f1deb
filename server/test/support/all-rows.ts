import type { Kysely } from 'kysely';
import type { Tables } from '../../src/metadata/tables.ts';

/** Tables in which servers record their own state; ignored. */
const SERVER_TABLES = ['node', 'claim'];

/** Column written with a delay after a key was used; ignored. */
const DELAYED_COLUMN = 'last_used_at';

/** Every row of every metadata table, to compare before and after. */
export async function allRows(db: Kysely<Tables>): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  const tables = await db.introspection.getTables();
  for (const { name } of tables.filter((table) => !SERVER_TABLES.includes(table.name))) {
    const found = await db
      .selectFrom(name as 'account')
      .selectAll()
      .execute();
    // Sorted here, since PostgreSQL moves an updated row behind the others.
    rows[name] = found
      .map((row) => JSON.stringify({ ...row, [DELAYED_COLUMN]: undefined }))
      .sort()
      .map((row) => JSON.parse(row));
  }
  return rows;
}

import type { Kysely } from 'kysely';
import type { Tables } from '../../src/metadata/tables.ts';

/** What servers write down of themselves. */
const OF_SERVERS = ['node', 'claim'];

/** Written down a while after a key was used. */
const LATER = 'last_used_at';

/** Every row of every table, to tell whether anything has changed. */
export async function allRows(db: Kysely<Tables>): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  const tables = await db.introspection.getTables();
  for (const { name } of tables.filter((table) => !OF_SERVERS.includes(table.name))) {
    const found = await db
      .selectFrom(name as 'account')
      .selectAll()
      .execute();
    // In an order of their own: PostgreSQL puts a row that was changed behind the others.
    rows[name] = found
      .map((row) => JSON.stringify({ ...row, [LATER]: undefined }))
      .sort()
      .map((row) => JSON.parse(row));
  }
  return rows;
}

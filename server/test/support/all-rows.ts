import type { Kysely } from 'kysely';
import type { Tables } from '../../src/accounts/tables.ts';

/** What servers write down of themselves. */
const OF_SERVERS = ['node', 'claim'];

/** Written down a while after a key was used. */
const LATER = 'last_used_at';

/** Every row of every table, to tell whether anything has changed. */
export async function allRows(db: Kysely<Tables>): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  const tables = await db.introspection.getTables();
  for (const { name } of tables.filter((table) => !OF_SERVERS.includes(table.name)))
    rows[name] = (
      await db
        .selectFrom(name as 'account')
        .selectAll()
        .execute()
    ).map((row) => ({ ...row, [LATER]: undefined }));
  return rows;
}

import type { Kysely } from 'kysely';
import type { Tables } from '../../src/accounts/tables.ts';

/** Every row of every table, to tell whether anything has changed. */
export async function allRows(db: Kysely<Tables>): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const { name } of await db.introspection.getTables())
    rows[name] = await db
      .selectFrom(name as 'account')
      .selectAll()
      .execute();
  return rows;
}

/**
 * A lease lets one server at a time do something, and ends by itself if its holder dies. The database's clock
 * decides when: by the servers' own clocks, one that runs fast would take a lease that another still holds.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../metadata/tables.ts';
import { databaseNow } from './nodes.ts';

/** True if `holder` has the lease now: it was free, had ended, or was theirs already. */
export async function takeLease(
  db: Kysely<Tables>,
  name: string,
  holder: string,
  milliseconds: number,
): Promise<boolean> {
  const now = databaseNow(db);
  const ends_at = sql<number>`${now} + ${sql.lit(milliseconds)}`;
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('lease')
    .values({ name, holder, ends_at })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, ends_at })
        .where((row) => row.or([row('lease.holder', '=', holder), row('lease.ends_at', '<=', now)])),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function releaseLease(db: Kysely<Tables>, name: string, holder: string): Promise<void> {
  await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute();
}

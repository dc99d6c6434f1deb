/** A lease lets one server at a time do something; it ends by itself when its holder is gone. */
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** True when the lease is `holder`'s from now on: it was free, had ended, or was theirs already. */
export async function takeLease(
  db: Kysely<Tables>,
  name: string,
  holder: string,
  { now, milliseconds }: { now: number; milliseconds: number },
): Promise<boolean> {
  const ends_at = now + milliseconds;
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

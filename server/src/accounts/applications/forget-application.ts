import type { Kysely } from 'kysely';
import { forgetPartsOf } from '../../cluster/late-parts.ts';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { hashSecret } from '../secrets.ts';

/** What hangs on an application by `app_id`. */
const PARTS = ['api_key', 'read_token', 'price_override', 'saved_view', 'ledger'] as const;

/**
 * Removes what the metadata has of an application whose deletion was requested, once the store has
 * nothing of it any more. Its id and the hash of its application key stay, so that nothing of it returns.
 */
export async function forgetApplication(db: Kysely<Tables>, appId: string): Promise<void> {
  await change(db, async (tx) => {
    const gone = await tx
      .selectFrom('application')
      .select(['app_key', 'deleted_at'])
      .where('id', '=', appId)
      .executeTakeFirst();
    if (!gone?.deleted_at) return;
    await forgetPartsOf(tx, appId);
    for (const table of PARTS) await tx.deleteFrom(table).where('app_id', '=', appId).execute();
    await tx.deleteFrom('application').where('id', '=', appId).execute();
    await tx
      .insertInto('deleted_application')
      .values({ id: appId, app_key_hash: hashSecret(gone.app_key), deleted_at: gone.deleted_at })
      .execute();
  });
}

/** Another server may have counted a last batch of an application that was forgotten meanwhile. */
export async function forgetLateCounts(db: Kysely<Tables>): Promise<void> {
  await db
    .deleteFrom('ledger')
    .where('app_id', 'in', (gone) => gone.selectFrom('deleted_application').select('id'))
    .execute();
}

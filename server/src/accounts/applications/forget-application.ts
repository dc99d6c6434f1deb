import type { Kysely } from 'kysely';
import { deletePartsOf } from '../../cluster/late-parts.ts';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { hashSecret } from '../secrets.ts';

/** Tables with rows per application, by `app_id`. */
const TABLES = [
  'api_key',
  'read_token',
  'price_override',
  'saved_view',
  'score_kind',
  'review_queue',
  'monitor',
  'report',
  'delivery',
  'channel',
  'prompt_family',
  'ledger',
] as const;

/**
 * Removes the metadata of an application whose deletion was requested, once the store holds nothing of it.
 * Its id and the hash of its application key stay, so that neither a late batch nor `PARLEY_INIT_*` brings it
 * back.
 */
export async function forgetApplication(db: Kysely<Tables>, appId: string): Promise<void> {
  await change(db, async (tx) => {
    const gone = await tx
      .selectFrom('application')
      .select(['app_key', 'deleted_at'])
      .where('id', '=', appId)
      .executeTakeFirst();
    if (!gone?.deleted_at) return;
    await deletePartsOf(tx, appId);
    for (const table of TABLES) await tx.deleteFrom(table).where('app_id', '=', appId).execute();
    await tx.deleteFrom('application').where('id', '=', appId).execute();
    await tx
      .insertInto('deleted_application')
      .values({ id: appId, app_key_hash: hashSecret(gone.app_key), deleted_at: gone.deleted_at })
      .execute();
  });
}

/** Removes what another node wrote of an application after it was forgotten. */
export async function forgetLateCounts(db: Kysely<Tables>): Promise<void> {
  for (const table of ['ledger', 'prompt_family'] as const) {
    await db
      .deleteFrom(table)
      .where('app_id', 'in', (gone) => gone.selectFrom('deleted_application').select('id'))
      .execute();
  }
}

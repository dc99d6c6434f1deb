import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';

/**
 * Deletes an application for everybody at once: its keys and tokens are refused, and no list shows it. Its
 * data is removed as soon as that is safe. Irreversible. True if it existed.
 */
export async function requestDeletion(db: Kysely<Tables>, appId: string): Promise<boolean> {
  return change(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('application')
      .set({ deleted_at: Date.now() })
      .where('id', '=', appId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

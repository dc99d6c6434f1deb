import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';

/**
 * From now on the application is gone for everybody: its keys and tokens are refused, and it is in no
 * list. Its data is removed as soon as that is safe. It cannot be undone. True when it was there.
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

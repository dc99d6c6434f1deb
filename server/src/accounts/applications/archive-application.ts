import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';

/**
 * Archives an application: it accepts no payloads, and its data stays readable. True if it was not archived
 * before.
 */
export async function archiveApplication(db: Kysely<Tables>, appId: string): Promise<boolean> {
  return change(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('application')
      .set({ archived_at: Date.now() })
      .where('id', '=', appId)
      .where('archived_at', 'is', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

/** Restores an archived application, so that its keys work again. True if it was archived. */
export async function restoreApplication(db: Kysely<Tables>, appId: string): Promise<boolean> {
  return change(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('application')
      .set({ archived_at: null })
      .where('id', '=', appId)
      .where('archived_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

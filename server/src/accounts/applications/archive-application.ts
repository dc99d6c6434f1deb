import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';

/** An archived application takes no payloads; what it has stays readable. True when it was not archived. */
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

/** Its keys work again. True when it was archived. */
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

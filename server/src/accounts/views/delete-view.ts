import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { changeableView } from './rules.ts';
import type { StoredView } from './stored-view.ts';

/** Returns the deleted view. */
export async function deleteView(
  db: Kysely<Tables>,
  { id, personId }: { id: string; personId: string },
): Promise<StoredView> {
  return change(db, async (tx) => {
    const { view } = await changeableView(tx, { id, personId });
    await tx.deleteFrom('saved_view').where('id', '=', id).execute();
    return view;
  });
}

import type { ViewChanges } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { changeableView, checkMayShare, checkNameIsFree } from './rules.ts';
import type { StoredView } from './stored-view.ts';

/** Returns the view before and after the change. */
export async function updateView(
  db: Kysely<Tables>,
  { id, personId }: { id: string; personId: string },
  changes: ViewChanges,
): Promise<{ before: StoredView; view: StoredView }> {
  return change(db, async (tx) => {
    const { view: before, role } = await changeableView(tx, { id, personId });
    const {
      name = before.name,
      page = before.page,
      search = before.search,
      shared = before.shared,
    } = changes;
    if (shared !== before.shared) {
      if (before.createdBy.id !== personId)
        throw new ApiError('forbidden', { message: 'Only its creator can make this view private.' });
      if (shared) checkMayShare(role);
    }
    await checkNameIsFree(tx, { appId: before.app, personId: before.createdBy.id, shared, name }, id);
    const updatedAt = Date.now();
    await tx
      .updateTable('saved_view')
      .set({ name, page, search: JSON.stringify(search), shared: Number(shared), updated_at: updatedAt })
      .where('id', '=', id)
      .execute();
    return { before, view: { ...before, name, page, search, shared, updatedAt } };
  });
}

import { type MemberRole, may } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import type { Tables } from '../../metadata/tables.ts';
import { type StoredView, visibleView } from './stored-view.ts';

/** Throws unless it is the person's own, or shared and theirs to manage. */
export async function changeableView(
  tx: Kysely<Tables>,
  { id, personId }: { id: string; personId: string },
): Promise<{ view: StoredView; role: MemberRole }> {
  const found = await visibleView(tx, { id, personId });
  if (!found) throw new ApiError('not_found', { message: 'There is no view with this ID.' });
  if (found.view.createdBy.id !== personId && !may(found.role, 'views:manage'))
    throw new ApiError('forbidden', {
      message: 'Only its creator, owners and admins can change this view.',
    });
  return found;
}

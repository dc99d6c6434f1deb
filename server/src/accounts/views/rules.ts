/** Who may share and change saved views, and how they may be named. */
import { type MemberRole, may } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import type { Tables } from '../../metadata/tables.ts';
import { type StoredView, visibleView } from './stored-view.ts';

type NamedView = { appId: string; personId: string; shared: boolean; name: string };

/** Throws if the role may not share views. */
export function checkMayShare(role: MemberRole): void {
  if (!may(role, 'views:share'))
    throw new ApiError('forbidden', { message: `Your role, ${role}, does not let you share views.` });
}

/** The view and the caller's role. Throws unless they created it, or it is shared and they may manage it. */
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

/**
 * Throws if the person has another view of that name. Private and shared names are separate, so that an admin
 * who renames a shared view cannot probe for the names of its creator's private ones.
 */
export async function checkNameIsFree(
  tx: Kysely<Tables>,
  { appId, personId, shared, name }: NamedView,
  except?: string,
): Promise<void> {
  const taken = await tx
    .selectFrom('saved_view')
    .select('id')
    .where('app_id', '=', appId)
    .where('person_id', '=', personId)
    .where('shared', '=', Number(shared))
    .where('name', '=', name)
    .executeTakeFirst();
  if (!taken || taken.id === except) return;
  const kind = shared ? 'shared' : 'private';
  throw new ApiError('conflict', { message: `A ${kind} view named “${name}” already exists.` });
}

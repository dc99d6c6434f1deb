import { MAX_VIEWS, may, type NewViewBody } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { accountOfApplication, roleIn } from '../members/roles.ts';
import { newId } from '../secrets.ts';
import { checkMayShare, checkNameIsFree } from './rules.ts';

/** Returns the view's id. Everybody who may read an application may save views of it. */
export async function createView(
  db: Kysely<Tables>,
  personId: string,
  { app: appId, name, page, search, shared }: NewViewBody,
): Promise<string> {
  return change(db, async (tx) => {
    const accountId = await accountOfApplication(tx, appId);
    const role = accountId && (await roleIn(tx, personId, accountId));
    if (!role || !may(role, 'interactions:read'))
      throw new ApiError('forbidden', { message: 'You don’t have access to this application.' });
    if (shared) checkMayShare(role);
    await checkViewCount(tx, { appId, personId });
    await checkNameIsFree(tx, { appId, personId, shared, name });
    const id = newId('view');
    const now = Date.now();
    await tx
      .insertInto('saved_view')
      .values({
        id,
        app_id: appId,
        person_id: personId,
        name,
        page,
        search: JSON.stringify(search),
        shared: Number(shared),
        created_at: now,
        updated_at: now,
      })
      .execute();
    return id;
  });
}

async function checkViewCount(
  tx: Kysely<Tables>,
  { appId, personId }: { appId: string; personId: string },
): Promise<void> {
  const { views } = await tx
    .selectFrom('saved_view')
    .select((row) => row.fn.countAll<number>().as('views'))
    .where('app_id', '=', appId)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  if (Number(views) < MAX_VIEWS) return;
  const message = `You already have ${MAX_VIEWS} saved views in this application, the maximum. Delete one first.`;
  throw new ApiError('conflict', { message });
}

import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import type { Tables } from '../../metadata/tables.ts';

type Named = { appId: string; personId: string; shared: boolean; name: string };

/**
 * Throws when the person has another one of that name. Private and shared ones are told apart: so nobody who renames
 * what somebody shares learns what they call their own.
 */
export async function nameIsFree(
  tx: Kysely<Tables>,
  { appId, personId, shared, name }: Named,
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

import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

export class NoSuchApplication extends Error {}

/** Finds an application by id, application key or name. Throws if none or several match. */
export async function findApplication(
  db: Kysely<Tables>,
  wanted: string,
): Promise<{ id: string; name: string }> {
  const found = await db
    .selectFrom('application')
    .select(['id', 'name'])
    .where((row) => row.or([row('id', '=', wanted), row('app_key', '=', wanted), row('name', '=', wanted)]))
    .where('deleted_at', 'is', null)
    .execute();
  const [first, second] = found;
  if (!first)
    throw new NoSuchApplication(`There is no application "${wanted}". "parley app list" shows them.`);
  if (second) throw new NoSuchApplication(`Several applications are named "${wanted}": give the id instead.`);
  return first;
}

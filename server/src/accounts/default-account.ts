import type { Kysely } from 'kysely';
import { newId } from './secrets.ts';
import type { Tables } from './tables.ts';

/** The account that applications made from the command line belong to: the first one there is. */
export async function defaultAccount(db: Kysely<Tables>): Promise<string> {
  const first = await db
    .selectFrom('account')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  if (first) return first.id;
  const id = newId('acc');
  await db.insertInto('account').values({ id, name: 'Default', created_at: Date.now() }).execute();
  return id;
}

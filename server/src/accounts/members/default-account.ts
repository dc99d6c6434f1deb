import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { newId } from '../secrets.ts';

/** The operator's account: the first one there is. */
export async function firstAccount(db: Kysely<Tables>): Promise<string | null> {
  const first = await db
    .selectFrom('account')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  return first?.id ?? null;
}

/** The account that applications made from the command line belong to. */
export async function defaultAccount(db: Kysely<Tables>): Promise<string> {
  const first = await firstAccount(db);
  if (first !== null) return first;
  const id = newId('acc');
  await db.insertInto('account').values({ id, name: 'Default', created_at: Date.now() }).execute();
  return id;
}

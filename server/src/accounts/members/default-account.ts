import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { newId } from '../secrets.ts';

/** The operator's account: the oldest one. */
export async function firstAccount(db: Kysely<Tables>): Promise<string | null> {
  const first = await db
    .selectFrom('account')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  return first?.id ?? null;
}

/** The account for applications created on the command line. */
export async function defaultAccount(db: Kysely<Tables>): Promise<string> {
  const first = await firstAccount(db);
  if (first !== null) return first;
  const id = newId('acc');
  await db.insertInto('account').values({ id, name: 'Default', created_at: Date.now() }).execute();
  return id;
}

import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { newId } from '../secrets.ts';
import { insertMember } from './insert-member.ts';

/** Creates an account with its first owner. */
export async function createAccount(
  db: Kysely<Tables>,
  { name, ownerId }: { name: string; ownerId: string },
): Promise<string> {
  const id = newId('acc');
  await db.insertInto('account').values({ id, name, created_at: Date.now() }).execute();
  await insertMember(db, { accountId: id, personId: ownerId, role: 'owner' });
  return id;
}

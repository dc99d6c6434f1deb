import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';

export type Account = { id: string; name: string; createdAt: number };

export async function getAccount(db: Kysely<Tables>, id: string): Promise<Account> {
  return db
    .selectFrom('account')
    .select(['id', 'name', 'created_at as createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function renameAccount(
  db: Kysely<Tables>,
  { id, name }: { id: string; name: string },
): Promise<Account> {
  return change(db, async (tx) => {
    await tx.updateTable('account').set({ name }).where('id', '=', id).execute();
    return getAccount(tx, id);
  });
}

import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

export type AccountApplication = {
  id: string;
  accountId: string;
  name: string;
  appKey: string;
  createdAt: number;
  archivedAt: number | null;
  sample: number;
};

/** Applications of these accounts, without deleted ones. */
export async function accountApplications(
  db: Kysely<Tables>,
  accountIds: readonly string[],
): Promise<AccountApplication[]> {
  if (accountIds.length === 0) return [];
  return applications(db).where('account_id', 'in', accountIds).orderBy('created_at').orderBy('id').execute();
}

export async function getApplication(db: Kysely<Tables>, appId: string): Promise<AccountApplication | null> {
  return (await applications(db).where('id', '=', appId).executeTakeFirst()) ?? null;
}

function applications(db: Kysely<Tables>) {
  return db
    .selectFrom('application')
    .select([
      'id',
      'account_id as accountId',
      'name',
      'app_key as appKey',
      'created_at as createdAt',
      'archived_at as archivedAt',
      'sample',
    ])
    .where('deleted_at', 'is', null);
}

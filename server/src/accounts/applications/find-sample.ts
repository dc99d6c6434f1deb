import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

/** The id of an account's sample application; null if it has none. */
export async function findSample(db: Kysely<Tables>, accountId: string): Promise<string | null> {
  const found = await db
    .selectFrom('application')
    .select('id')
    .where('account_id', '=', accountId)
    .where('sample', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.id ?? null;
}

import type { MemberRole } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { newId } from '../secrets.ts';

type NewMember = { accountId: string; personId: string; role: MemberRole };

/** True if the person was not a member yet. */
export async function insertMember(
  db: Kysely<Tables>,
  { accountId, personId, role }: NewMember,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('member')
    .values({ id: newId('mem'), account_id: accountId, person_id: personId, role, created_at: Date.now() })
    .onConflict((conflict) => conflict.columns(['account_id', 'person_id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

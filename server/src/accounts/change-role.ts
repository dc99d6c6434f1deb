import type { MemberRole } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../errors.ts';
import { bumpRevision } from './revision.ts';
import type { Tables } from './tables.ts';

/** The account, whom it is about, and the role of whoever does it: owners are a matter among owners. */
export type MemberChange = { accountId: string; memberId: string; by: MemberRole };
export type ChangedMember = { personId: string; role: MemberRole };

export async function changeRole(
  db: Kysely<Tables>,
  { role, ...change }: MemberChange & { role: MemberRole },
): Promise<ChangedMember> {
  return db.transaction().execute(async (tx) => {
    await bumpRevision(tx);
    if (role === 'owner') onlyOwners(change.by);
    const before = await changeable(tx, change);
    if (before.role === 'owner' && role !== 'owner') await notTheLastOwner(tx, change.accountId);
    await tx.updateTable('member').set({ role }).where('id', '=', change.memberId).execute();
    return before;
  });
}

/** Returns who was removed. */
export async function removeMember(db: Kysely<Tables>, change: MemberChange): Promise<ChangedMember> {
  return db.transaction().execute(async (tx) => {
    await bumpRevision(tx);
    const before = await changeable(tx, change);
    if (before.role === 'owner') await notTheLastOwner(tx, change.accountId);
    await tx.deleteFrom('member').where('id', '=', change.memberId).execute();
    return before;
  });
}

/** Anybody may leave, but the last owner. */
export async function leaveAccount(
  db: Kysely<Tables>,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await bumpRevision(tx);
    const found = await tx
      .selectFrom('member')
      .select(['id', 'role'])
      .where('account_id', '=', accountId)
      .where('person_id', '=', personId)
      .executeTakeFirst();
    if (!found) throw new ApiError('not_found');
    if (found.role === 'owner') await notTheLastOwner(tx, accountId);
    await tx.deleteFrom('member').where('id', '=', found.id).execute();
  });
}

async function changeable(tx: Kysely<Tables>, { accountId, memberId, by }: MemberChange) {
  const found = await tx
    .selectFrom('member')
    .select(['person_id as personId', 'role'])
    .where('id', '=', memberId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!found) throw new ApiError('not_found', { message: 'There is no such member here.' });
  if (found.role === 'owner') onlyOwners(by);
  return found;
}

export function onlyOwners(by: MemberRole): void {
  if (by !== 'owner') throw new ApiError('forbidden', { message: 'Only an owner may do this.' });
}

async function notTheLastOwner(tx: Kysely<Tables>, accountId: string): Promise<void> {
  const { owners } = await tx
    .selectFrom('member')
    .select((row) => row.fn.countAll<number>().as('owners'))
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  if (Number(owners) <= 1)
    throw new ApiError('conflict', { message: 'The last owner of an account cannot leave it.' });
}

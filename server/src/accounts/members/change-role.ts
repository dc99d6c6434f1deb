import type { MemberRole } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { forgetReviewer } from '../review/forget-reviewer.ts';
import { forgetPrivateViews } from '../views/forget-private-views.ts';
import { endInvitations } from './end-invitations.ts';

/**
 * Changes to who belongs to an account, and in which role. Invitations that a member sent end when they lose
 * the right to send them: otherwise they could return, or regain their role, through one of their own.
 */

/** The account, the member, and the role of the person making the change: only owners may change owners. */
export type MemberChange = { accountId: string; memberId: string; by: MemberRole };
export type ChangedMember = { personId: string; role: MemberRole };

export async function changeRole(
  db: Kysely<Tables>,
  { role, ...member }: MemberChange & { role: MemberRole },
): Promise<ChangedMember> {
  return change(db, async (tx) => {
    if (role === 'owner') requireOwner(member.by);
    const before = await changeable(tx, member);
    if (before.role === 'owner' && role !== 'owner') await requireAnotherOwner(tx, member.accountId);
    await tx.updateTable('member').set({ role }).where('id', '=', member.memberId).execute();
    if (role !== 'owner') await endInvitations(tx, { ...before, accountId: member.accountId });
    return before;
  });
}

/** Returns the removed member. */
export async function removeMember(db: Kysely<Tables>, member: MemberChange): Promise<ChangedMember> {
  return change(db, async (tx) => {
    const before = await changeable(tx, member);
    if (before.role === 'owner') await requireAnotherOwner(tx, member.accountId);
    await tx.deleteFrom('member').where('id', '=', member.memberId).execute();
    await endInvitations(tx, { ...before, accountId: member.accountId });
    await forgetPrivateViews(tx, { ...before, accountId: member.accountId });
    await forgetReviewer(tx, { ...before, accountId: member.accountId });
    return before;
  });
}

/** Any member may leave except the last owner. */
export async function leaveAccount(
  db: Kysely<Tables>,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<void> {
  await change(db, async (tx) => {
    const found = await tx
      .selectFrom('member')
      .select(['id', 'role'])
      .where('account_id', '=', accountId)
      .where('person_id', '=', personId)
      .executeTakeFirst();
    if (!found) throw new ApiError('not_found');
    if (found.role === 'owner') await requireAnotherOwner(tx, accountId);
    await tx.deleteFrom('member').where('id', '=', found.id).execute();
    await endInvitations(tx, { personId, accountId });
    await forgetPrivateViews(tx, { personId, accountId });
    await forgetReviewer(tx, { personId, accountId });
  });
}

async function changeable(tx: Kysely<Tables>, { accountId, memberId, by }: MemberChange) {
  const found = await tx
    .selectFrom('member')
    .select(['person_id as personId', 'role'])
    .where('id', '=', memberId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!found) throw new ApiError('not_found', { message: 'There is no such member in this account.' });
  if (found.role === 'owner') requireOwner(by);
  return found;
}

export function requireOwner(by: MemberRole): void {
  if (by !== 'owner') throw new ApiError('forbidden', { message: 'Only an owner may do this.' });
}

async function requireAnotherOwner(tx: Kysely<Tables>, accountId: string): Promise<void> {
  const { owners } = await tx
    .selectFrom('member')
    .select((row) => row.fn.countAll<number>().as('owners'))
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  if (Number(owners) <= 1)
    throw new ApiError('conflict', { message: 'The last owner of an account cannot leave it.' });
}

import type { MemberRole } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { hashSecret } from '../secrets.ts';

export type OpenInvitation = {
  id: string;
  accountId: string;
  accountName: string;
  email: string | null;
  role: MemberRole;
  expiresAt: number;
};

/** The invitation for a link's token; null if it cannot be accepted any more. */
export async function findInvitation(db: Kysely<Tables>, token: string): Promise<OpenInvitation | null> {
  return (await openInvitations(db).where('token_hash', '=', hashSecret(token)).executeTakeFirst()) ?? null;
}

export async function findInvitationById(db: Kysely<Tables>, id: string): Promise<OpenInvitation | null> {
  return (await openInvitations(db).where('invitation.id', '=', id).executeTakeFirst()) ?? null;
}

/** The newest open invitation for an email. */
export async function findInvitationFor(db: Kysely<Tables>, email: string): Promise<OpenInvitation | null> {
  const found = await openInvitations(db)
    .where('email', '=', email.toLowerCase())
    .orderBy('invitation.created_at', 'desc')
    .executeTakeFirst();
  return found ?? null;
}

function openInvitations(db: Kysely<Tables>) {
  return db
    .selectFrom('invitation')
    .innerJoin('account', 'account.id', 'invitation.account_id')
    .select([
      'invitation.id',
      'invitation.account_id as accountId',
      'account.name as accountName',
      'invitation.email',
      'invitation.role',
      'invitation.expires_at as expiresAt',
    ])
    .where('invitation.accepted_at', 'is', null)
    .where('invitation.revoked_at', 'is', null)
    .where('invitation.expires_at', '>', Date.now());
}

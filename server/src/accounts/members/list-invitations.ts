import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

/** Open invitations of an account. */
export async function listInvitations(db: Kysely<Tables>, accountId: string) {
  return db
    .selectFrom('invitation')
    .leftJoin('person', 'person.id', 'invitation.invited_by')
    .select([
      'invitation.id',
      'invitation.email',
      'invitation.role',
      'invitation.created_at as createdAt',
      'invitation.expires_at as expiresAt',
      'person.email as invitedBy',
    ])
    .where('account_id', '=', accountId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', Date.now())
    .orderBy('invitation.created_at')
    .execute();
}

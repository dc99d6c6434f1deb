import { randomBytes } from 'node:crypto';
import type { MemberRole } from '@parley/contract';
import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { hashSecret, newId } from '../secrets.ts';

const VALID_MS = 7 * 24 * 60 * 60 * 1000;

export type NewInvitation = {
  accountId: string;
  role: MemberRole;
  email?: string | undefined;
  invitedBy: string;
};

/** Creates an invitation. Only this result contains the token; the database has its hash. */
export async function createInvitation(db: Kysely<Tables>, input: NewInvitation) {
  const token = randomBytes(24).toString('base64url');
  const id = newId('inv');
  const createdAt = Date.now();
  const expiresAt = createdAt + VALID_MS;
  await change(db, (tx) =>
    tx
      .insertInto('invitation')
      .values({
        id,
        account_id: input.accountId,
        email: input.email ?? null,
        role: input.role,
        token_hash: hashSecret(token),
        invited_by: input.invitedBy,
        created_at: createdAt,
        expires_at: expiresAt,
        accepted_at: null,
        accepted_by: null,
        revoked_at: null,
      })
      .execute(),
  );
  return { id, token, email: input.email ?? null, role: input.role, createdAt, expiresAt };
}

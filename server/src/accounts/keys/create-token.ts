import type { Scope } from '@parley/contract';
import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { hashSecret, hintOf, newId, newSecret } from '../secrets.ts';

export type NewToken = {
  appId: string;
  name: string;
  scopes: readonly Scope[];
  /** A given token may have any form. */
  token?: string | undefined;
  expiresAt?: number | null;
};

/** Creates a read token. Only this result contains it; the database has its hash. */
export async function createToken(
  db: Kysely<Tables>,
  input: NewToken,
): Promise<{ id: string; token: string }> {
  const token = input.token || newSecret('rt');
  const id = newId('tok');
  await change(db, async (tx) => {
    await tx
      .insertInto('read_token')
      .values({
        id,
        app_id: input.appId,
        name: input.name,
        hash: hashSecret(token),
        hint: hintOf(token),
        scopes: input.scopes.join(' '),
        created_at: Date.now(),
        expires_at: input.expiresAt ?? null,
        revoked_at: null,
      })
      .execute();
  });
  return { id, token };
}

import type { Kysely } from 'kysely';
import { bumpRevision } from './revision.ts';
import { hashSecret, hintOf, newId, newSecret } from './secrets.ts';
import type { Tables } from './tables.ts';

/** Makes a new API key; the others of the application stop working after the overlap. */
export async function rotateKey(
  db: Kysely<Tables>,
  appId: string,
  overlapMs: number,
): Promise<{ keyId: string; apiKey: string; oldKeysEndAt: number }> {
  const apiKey = newSecret('sk');
  const keyId = newId('key');
  const now = Date.now();
  const oldKeysEndAt = now + overlapMs;
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('api_key')
      .set({ expires_at: oldKeysEndAt })
      .where('app_id', '=', appId)
      .where('revoked_at', 'is', null)
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', oldKeysEndAt)]))
      .execute();
    await tx
      .insertInto('api_key')
      .values({
        id: keyId,
        app_id: appId,
        name: 'rotated key',
        hash: hashSecret(apiKey),
        hint: hintOf(apiKey),
        created_at: now,
        expires_at: null,
        revoked_at: null,
      })
      .execute();
    await bumpRevision(tx);
  });
  return { keyId, apiKey, oldKeysEndAt };
}

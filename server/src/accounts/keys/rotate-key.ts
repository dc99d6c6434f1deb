import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { newSecret } from '../secrets.ts';
import { insertKey } from './insert-key.ts';

/** Creates an API key; the application's other keys expire after the overlap. */
export async function rotateKey(
  db: Kysely<Tables>,
  appId: string,
  overlapMs: number,
): Promise<{ keyId: string; apiKey: string; oldKeysEndAt: number }> {
  const apiKey = newSecret('sk');
  const now = Date.now();
  const oldKeysEndAt = now + overlapMs;
  const keyId = await change(db, async (tx) => {
    await tx
      .updateTable('api_key')
      .set({ expires_at: oldKeysEndAt })
      .where('app_id', '=', appId)
      .where('revoked_at', 'is', null)
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', oldKeysEndAt)]))
      .execute();
    return insertKey(tx, { appId, name: 'rotated key', apiKey, now });
  });
  return { keyId, apiKey, oldKeysEndAt };
}

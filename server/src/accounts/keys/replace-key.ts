import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { newSecret } from '../secrets.ts';
import { insertKey } from './insert-key.ts';

export type ReplacedKey = { keyId: string; apiKey: string; oldKeyEndsAt: number };

/**
 * Creates a key of the same name; the old one expires after the overlap, or earlier if it was going to. Null
 * if there is no such key.
 */
export async function replaceKey(
  db: Kysely<Tables>,
  { appId, keyId, overlapMs }: { appId: string; keyId: string; overlapMs: number },
): Promise<ReplacedKey | null> {
  const apiKey = newSecret('sk');
  const now = Date.now();
  return change(db, async (tx) => {
    const old = await tx
      .selectFrom('api_key')
      .select(['name', 'expires_at'])
      .where('id', '=', keyId)
      .where('app_id', '=', appId)
      .where('revoked_at', 'is', null)
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
      .executeTakeFirst();
    if (!old) return null;
    const oldKeyEndsAt = Math.min(now + overlapMs, old.expires_at ?? Number.POSITIVE_INFINITY);
    await tx.updateTable('api_key').set({ expires_at: oldKeyEndsAt }).where('id', '=', keyId).execute();
    const newId = await insertKey(tx, { appId, name: old.name, apiKey, now });
    return { keyId: newId, apiKey, oldKeyEndsAt };
  });
}

import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { hashSecret, hintOf, newId } from '../secrets.ts';

/** Stores an API key as its hash; returns its id. The caller bumps the revision in the same transaction. */
export async function insertKey(
  db: Kysely<Tables>,
  { appId, name, apiKey, now }: { appId: string; name: string; apiKey: string; now: number },
): Promise<string> {
  const id = newId('key');
  await db
    .insertInto('api_key')
    .values({
      id,
      app_id: appId,
      name,
      hash: hashSecret(apiKey),
      hint: hintOf(apiKey),
      created_at: now,
      expires_at: null,
      revoked_at: null,
    })
    .execute();
  return id;
}

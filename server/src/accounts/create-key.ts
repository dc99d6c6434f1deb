import type { Kysely } from 'kysely';
import { insertKey } from './insert-key.ts';
import { bumpRevision } from './revision.ts';
import { newSecret } from './secrets.ts';
import type { Tables } from './tables.ts';

/** The only moment the API key is known. */
export async function createKey(
  db: Kysely<Tables>,
  { appId, name }: { appId: string; name: string },
): Promise<{ keyId: string; apiKey: string }> {
  const apiKey = newSecret('sk');
  const keyId = await db.transaction().execute(async (tx) => {
    await bumpRevision(tx);
    return insertKey(tx, { appId, name, apiKey, now: Date.now() });
  });
  return { keyId, apiKey };
}

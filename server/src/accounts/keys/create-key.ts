import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { newSecret } from '../secrets.ts';
import { insertKey } from './insert-key.ts';

/** The only moment the API key is known. */
export async function createKey(
  db: Kysely<Tables>,
  { appId, name }: { appId: string; name: string },
): Promise<{ keyId: string; apiKey: string }> {
  const apiKey = newSecret('sk');
  const keyId = await change(db, async (tx) => {
    return insertKey(tx, { appId, name, apiKey, now: Date.now() });
  });
  return { keyId, apiKey };
}

import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { newSecret } from '../secrets.ts';
import { insertKey } from './insert-key.ts';

/** Creates an API key. Only this result contains it; the database has its hash. */
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

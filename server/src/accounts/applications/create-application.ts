import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { insertKey } from '../keys/insert-key.ts';
import { defaultAccount } from '../members/default-account.ts';
import { newId, newSecret } from '../secrets.ts';

export type NewApplication = {
  name: string;
  /** Given keys may have any form; missing ones are generated with our prefixes. */
  appKey?: string | undefined;
  apiKey?: string | undefined;
  rateLimit?: number | null;
  accountId?: string;
  /** True if its data is generated sample data. */
  sample?: boolean;
};

/** The API key is known only here; the database has its hash. */
export type CreatedApplication = { id: string; name: string; appKey: string; apiKey: string; keyId: string };

export async function createApplication(
  db: Kysely<Tables>,
  input: NewApplication,
): Promise<CreatedApplication> {
  const appKey = input.appKey || newSecret('pk');
  const apiKey = input.apiKey || newSecret('sk');
  const id = newId('app');
  const now = Date.now();
  const keyId = await change(db, async (tx) => {
    const accountId = input.accountId ?? (await defaultAccount(tx));
    await tx
      .insertInto('application')
      .values({
        id,
        account_id: accountId,
        name: input.name,
        app_key: appKey,
        rate_limit: input.rateLimit ?? null,
        session_timeout: 10,
        created_at: now,
        archived_at: null,
        sample: input.sample ? 1 : 0,
      })
      .execute();
    return insertKey(tx, { appId: id, name: 'Default key', apiKey, now });
  });
  return { id, name: input.name, appKey, apiKey, keyId };
}

/** `PARLEY_INIT_*`: an owner, an application, its keys and a read token for unattended set-ups, once. */
import type { Kysely } from 'kysely';
import { createApplication } from './create-application.ts';
import { createToken } from './create-token.ts';
import { defaultAccount } from './default-account.ts';
import { hashPassword, hashSecret, newId } from './secrets.ts';
import type { Tables } from './tables.ts';

export type Initial = {
  email?: string | undefined;
  password?: string | undefined;
  appName?: string | undefined;
  appKey?: string | undefined;
  apiKey?: string | undefined;
  readToken?: string | undefined;
};

export async function initialise(db: Kysely<Tables>, initial: Initial): Promise<void> {
  if (initial.email) await createOwner(db, initial.email, initial.password);
  const { appName, appKey, apiKey, readToken } = initial;
  if (!appName && !appKey) return;
  let application = await existing(db, appKey, appName);
  application ??= (await createApplication(db, { name: appName ?? 'First application', appKey, apiKey })).id;
  if (readToken) await ensureToken(db, application, readToken);
}

async function createOwner(db: Kysely<Tables>, email: string, password: string | undefined): Promise<void> {
  const address = email.toLowerCase();
  const known = await db.selectFrom('member').select('id').where('email', '=', address).executeTakeFirst();
  if (known) return;
  const passwordHash = password ? await hashPassword(password) : null;
  await db
    .insertInto('member')
    .values({
      id: newId('mem'),
      account_id: await defaultAccount(db),
      email: address,
      role: 'owner',
      password_hash: passwordHash,
      created_at: Date.now(),
    })
    .execute();
}

async function existing(db: Kysely<Tables>, appKey: string | undefined, name: string | undefined) {
  const wanted = appKey ? (['app_key', appKey] as const) : (['name', name ?? ''] as const);
  const found = await db
    .selectFrom('application')
    .select('id')
    .where(wanted[0], '=', wanted[1])
    .executeTakeFirst();
  return found?.id;
}

async function ensureToken(db: Kysely<Tables>, appId: string, token: string): Promise<void> {
  const hash = hashSecret(token);
  const known = await db.selectFrom('read_token').select('id').where('hash', '=', hash).executeTakeFirst();
  if (!known) await createToken(db, { appId, name: 'initial token', scopes: ['read', 'replay'], token });
}

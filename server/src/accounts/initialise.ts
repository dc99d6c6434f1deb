/** `PARLEY_INIT_*`: an owner, an application, its keys and a read token for unattended set-ups, once. */
import type { Kysely } from 'kysely';
import { createApplication } from './create-application.ts';
import { createToken } from './create-token.ts';
import { defaultAccount } from './default-account.ts';
import { insertMember } from './insert-member.ts';
import { insertPerson } from './insert-person.ts';
import { findPerson } from './people.ts';
import { bumpRevision } from './revision.ts';
import { hashPassword, hashSecret } from './secrets.ts';
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
  if (appKey && (await isDeleted(db, appKey))) return;
  let application = await existing(db, appKey, appName);
  application ??= (await createApplication(db, { name: appName ?? 'First application', appKey, apiKey })).id;
  if (readToken) await ensureToken(db, application, readToken);
}

async function createOwner(db: Kysely<Tables>, email: string, password: string | undefined): Promise<void> {
  if (await findPerson(db, email)) return;
  const passwordHash = password ? await hashPassword(password) : null;
  await db.transaction().execute(async (tx) => {
    await bumpRevision(tx);
    const personId = await insertPerson(tx, { email, passwordHash, emailVerified: true });
    if (personId === null) return;
    await insertMember(tx, { accountId: await defaultAccount(tx), personId, role: 'owner' });
  });
}

async function existing(db: Kysely<Tables>, appKey: string | undefined, name: string | undefined) {
  const wanted = appKey ? (['app_key', appKey] as const) : (['name', name ?? ''] as const);
  const found = await db
    .selectFrom('application')
    .select('id')
    .where(wanted[0], '=', wanted[1])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.id;
}

/** What somebody deleted does not come back with the next start, and its keys do not work again. */
async function isDeleted(db: Kysely<Tables>, appKey: string): Promise<boolean> {
  const requested = await db
    .selectFrom('application')
    .select('id')
    .where('app_key', '=', appKey)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  const done = await db
    .selectFrom('deleted_application')
    .select('id')
    .where('app_key_hash', '=', hashSecret(appKey))
    .executeTakeFirst();
  return requested !== undefined || done !== undefined;
}

async function ensureToken(db: Kysely<Tables>, appId: string, token: string): Promise<void> {
  const hash = hashSecret(token);
  const known = await db.selectFrom('read_token').select('id').where('hash', '=', hash).executeTakeFirst();
  if (!known) await createToken(db, { appId, name: 'initial token', scopes: ['read', 'replay'], token });
}

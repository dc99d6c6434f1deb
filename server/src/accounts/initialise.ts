/**
 * `PARLEY_INIT_*`: an owner, an application, its keys and a read token for unattended set-ups. Created at the
 * first start, in one transaction; what was changed, revoked or deleted since stays so, however often the
 * server starts with these settings.
 */
import type { Kysely } from 'kysely';
import { change } from '../metadata/change.ts';
import type { Tables } from '../metadata/tables.ts';
import { createApplication } from './applications/create-application.ts';
import { createToken } from './keys/create-token.ts';
import { defaultAccount } from './members/default-account.ts';
import { insertMember } from './members/insert-member.ts';
import { insertPerson } from './people/insert-person.ts';
import { hashPassword } from './people/passwords.ts';
import { isEmpty } from './people/sign-up.ts';
import { hashSecret } from './secrets.ts';

export type Initial = {
  email?: string | undefined;
  password?: string | undefined;
  appName?: string | undefined;
  appKey?: string | undefined;
  apiKey?: string | undefined;
  readToken?: string | undefined;
};

const FIRST_APPLICATION = 'initial application';

/** False if there was something to create but the server already has people. */
export async function initialise(db: Kysely<Tables>, initial: Initial): Promise<boolean> {
  if (Object.values(initial).every((value) => !value)) return true;
  // Hashed before the transaction: it takes a while, and other changes would wait for it.
  const passwordHash = initial.password && (await isEmpty(db)) ? await hashPassword(initial.password) : null;
  return change(db, async (tx) => {
    // On a server with people, they create what is missing in the console or on the command line.
    if (!(await isEmpty(tx))) return false;
    if (initial.email) await createOwner(tx, initial.email, passwordHash);
    if (!initial.appName && !initial.appKey) return true;
    if (await isDone(tx)) return Boolean(initial.email);
    await createFirst(tx, initial);
    await tx.insertInto('done_once').values({ name: FIRST_APPLICATION, at: Date.now() }).execute();
    return true;
  });
}

async function createOwner(tx: Kysely<Tables>, email: string, passwordHash: string | null): Promise<void> {
  const personId = await insertPerson(tx, { email, passwordHash, emailVerified: true });
  if (personId === null) return;
  await insertMember(tx, { accountId: await defaultAccount(tx), personId, role: 'owner' });
}

/** Also completes what an earlier version created, which did not record that it had. */
async function createFirst(
  tx: Kysely<Tables>,
  { appName, appKey, apiKey, readToken }: Initial,
): Promise<void> {
  if (appKey && (await isDeleted(tx, appKey))) return;
  let application = await existing(tx, appKey, appName);
  application ??= (await createApplication(tx, { name: appName ?? 'First application', appKey, apiKey })).id;
  if (readToken) await ensureToken(tx, application, readToken);
}

async function isDone(tx: Kysely<Tables>): Promise<boolean> {
  const done = await tx
    .selectFrom('done_once')
    .select('at')
    .where('name', '=', FIRST_APPLICATION)
    .executeTakeFirst();
  return done !== undefined;
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

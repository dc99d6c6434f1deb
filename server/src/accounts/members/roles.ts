/** Roles and permissions, read from the database each time, so that a change takes effect at once. */
import { type MemberRole, may, type Permission, type Scope } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

export type Membership = { accountId: string; accountName: string; role: MemberRole };

export async function membershipsOf(db: Kysely<Tables>, personId: string): Promise<Membership[]> {
  return db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .select(['account.id as accountId', 'account.name as accountName', 'member.role'])
    .where('member.person_id', '=', personId)
    .orderBy('member.created_at')
    .orderBy('member.id')
    .execute();
}

export async function roleIn(
  db: Kysely<Tables>,
  personId: string,
  accountId: string,
): Promise<MemberRole | null> {
  const found = await db
    .selectFrom('member')
    .select('role')
    .where('person_id', '=', personId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return found?.role ?? null;
}

/** The account of an application; null if the application is deleted. */
export async function accountOfApplication(db: Kysely<Tables>, appId: string): Promise<string | null> {
  const found = await db
    .selectFrom('application')
    .select('account_id')
    .where('id', '=', appId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.account_id ?? null;
}

/** The accounts of these applications, each once. */
export async function accountsOf(db: Kysely<Tables>, appIds: readonly string[]): Promise<string[]> {
  if (appIds.length === 0) return [];
  const rows = await db
    .selectFrom('application')
    .select('account_id')
    .distinct()
    .where('id', 'in', appIds)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** The application that a token with this scope may access; empty if the token is not valid. */
export async function applicationsOfToken(
  db: Kysely<Tables>,
  tokenId: string,
  scope: Scope,
): Promise<string[]> {
  const found = await db
    .selectFrom('read_token')
    .innerJoin('application', 'application.id', 'read_token.app_id')
    .select(['application.id', 'read_token.scopes'])
    .where('read_token.id', '=', tokenId)
    .where('read_token.revoked_at', 'is', null)
    .where((row) =>
      row.or([row('read_token.expires_at', 'is', null), row('read_token.expires_at', '>', Date.now())]),
    )
    .where('application.deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.scopes.split(' ').includes(scope) ? [found.id] : [];
}

/** Applications that a person has this permission for, across their accounts. */
export async function applicationsFor(
  db: Kysely<Tables>,
  personId: string,
  permission: Permission,
): Promise<string[]> {
  const accounts = (await membershipsOf(db, personId))
    .filter(({ role }) => may(role, permission))
    .map(({ accountId }) => accountId);
  if (accounts.length === 0) return [];
  const applications = await db
    .selectFrom('application')
    .select('id')
    .where('account_id', 'in', accounts)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute();
  return applications.map(({ id }) => id);
}

import type { Kysely } from 'kysely';
import type { Tables } from '../metadata/tables.ts';
import { newId } from './secrets.ts';

export type AuditRecord = {
  action: string;
  /** The person's email, or the way it was done, such as the command line. */
  actor: string;
  personId?: string | null | undefined;
  /** Absent for an action that concerns the person rather than one account. */
  accountId?: string | null | undefined;
  appId?: string | null | undefined;
  target?: string | null | undefined;
  /** Never a secret. */
  details?: Record<string, unknown> | undefined;
  address?: string | null | undefined;
  userAgent?: string | null | undefined;
};

/** User agents can be long; the beginning tells them apart. */
const MAX_USER_AGENT = 300;

export async function recordAudit(db: Kysely<Tables>, record: AuditRecord): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: newId('aud'),
      at: Date.now(),
      account_id: record.accountId ?? null,
      person_id: record.personId ?? null,
      actor: record.actor,
      action: record.action,
      app_id: record.appId ?? null,
      target: record.target ?? null,
      details: JSON.stringify(record.details ?? {}),
      address: record.address ?? null,
      user_agent: record.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    })
    .execute();
}

/** Records an action of the command line, which anyone with access to the data folder can use. */
export async function recordCommand(
  db: Kysely<Tables>,
  { keyId, ...record }: Omit<AuditRecord, 'actor'> & { keyId?: string },
): Promise<void> {
  const appId = record.appId ?? (keyId === undefined ? null : await applicationOfKey(db, keyId));
  const accountId = appId === null ? null : await accountOf(db, appId);
  await recordAudit(db, { accountId, ...record, appId, actor: 'command line' });
}

async function applicationOfKey(db: Kysely<Tables>, keyId: string): Promise<string | null> {
  const found = await db.selectFrom('api_key').select('app_id').where('id', '=', keyId).executeTakeFirst();
  return found?.app_id ?? null;
}

/** Includes an application whose deletion was requested. */
async function accountOf(db: Kysely<Tables>, appId: string): Promise<string | null> {
  const found = await db
    .selectFrom('application')
    .select('account_id')
    .where('id', '=', appId)
    .executeTakeFirst();
  return found?.account_id ?? null;
}

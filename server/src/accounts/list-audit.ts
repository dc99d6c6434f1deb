import type { AuditEntry } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export type AuditQuestion = {
  accountId: string;
  from?: number | undefined;
  to?: number | undefined;
  /** An action, or its beginning up to a dot. */
  action?: string | undefined;
  person?: string | undefined;
  appId?: string | undefined;
  limit: number;
  /** Only what comes after this entry in the list, which begins with the newest. */
  after?: AuditPosition | undefined;
};
export type AuditPosition = { at: number; id: string };

/** What happened in an account, and what its members did that concerns no single account. */
export async function listAudit(db: Kysely<Tables>, question: AuditQuestion): Promise<AuditEntry[]> {
  const { accountId, from, to, action, person, appId, after } = question;
  const members = db.selectFrom('member').select('person_id').where('account_id', '=', accountId);
  let query = db
    .selectFrom('audit')
    .selectAll()
    .where((row) =>
      row.or([
        row('account_id', '=', accountId),
        row.and([row('account_id', 'is', null), row('person_id', 'in', members)]),
      ]),
    );
  if (from !== undefined) query = query.where('at', '>=', from);
  if (to !== undefined) query = query.where('at', '<', to);
  if (person !== undefined) query = query.where('person_id', '=', person);
  if (appId !== undefined) query = query.where('app_id', '=', appId);
  if (action !== undefined) {
    // `.` and `/` are neighbours: everything that begins with the action and a dot.
    query = query.where((row) =>
      row.or([
        row('action', '=', action),
        row.and([row('action', '>=', `${action}.`), row('action', '<', `${action}/`)]),
      ]),
    );
  }
  if (after !== undefined) {
    query = query.where((row) =>
      row.or([row('at', '<', after.at), row.and([row('at', '=', after.at), row('id', '<', after.id)])]),
    );
  }
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(question.limit).execute();
  return rows.map((row) => ({
    id: row.id,
    at: new Date(row.at).toISOString(),
    action: row.action,
    actor: row.actor,
    personId: row.person_id,
    appId: row.app_id,
    target: row.target,
    details: JSON.parse(row.details),
    address: row.address,
    userAgent: row.user_agent,
  }));
}

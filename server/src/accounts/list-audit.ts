import type { AuditEntry } from '@parley/contract';
import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely';
import type { Tables } from '../metadata/tables.ts';

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
  const { accountId, limit } = question;
  const members = db.selectFrom('member').select('person_id').where('account_id', '=', accountId);
  // Each by its own index, in order: as one question with an "or", all of the log is sorted for every page.
  const ofAccount = await newest(db, question, (entries) => entries.where('account_id', '=', accountId));
  const ofMembers = await newest(db, question, (entries) =>
    entries.where('account_id', 'is', null).where('person_id', 'in', members),
  );
  const rows = [...ofAccount, ...ofMembers].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  return rows.slice(0, limit).map((row) => ({
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

type Entries = SelectQueryBuilder<Tables, 'audit', Selectable<Tables['audit']>>;

function newest(db: Kysely<Tables>, question: AuditQuestion, those: (entries: Entries) => Entries) {
  const { from, to, action, person, appId, after, limit } = question;
  let query = those(db.selectFrom('audit').selectAll());
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
    query = query
      .where('at', '<=', after.at)
      .where((row) => row.or([row('at', '<', after.at), row('id', '<', after.id)]));
  }
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

import type { AuditEntry } from '@parley/contract';
import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely';
import type { Tables } from '../metadata/tables.ts';

export type AuditQuery = {
  accountId: string;
  from?: number | undefined;
  to?: number | undefined;
  /** An action such as `key.created`, or a prefix of it up to a dot. */
  action?: string | undefined;
  person?: string | undefined;
  appId?: string | undefined;
  limit: number;
  /** Only entries that follow this one in the list, which is newest first. */
  after?: AuditPosition | undefined;
};
export type AuditPosition = { at: number; id: string };

/** The audit log of an account: its own entries, and those of its members that concern no single account. */
export async function listAudit(db: Kysely<Tables>, query: AuditQuery): Promise<AuditEntry[]> {
  const { accountId, limit } = query;
  const members = db.selectFrom('member').select('person_id').where('account_id', '=', accountId);
  // Two queries, each by its own index and in order: one query with OR would sort the whole log for every
  // page.
  const ofAccount = await newest(db, query, (entries) => entries.where('account_id', '=', accountId));
  const ofMembers = await newest(db, query, (entries) =>
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

function newest(db: Kysely<Tables>, filters: AuditQuery, those: (entries: Entries) => Entries) {
  const { from, to, action, person, appId, after, limit } = filters;
  let query = those(db.selectFrom('audit').selectAll());
  if (from !== undefined) query = query.where('at', '>=', from);
  if (to !== undefined) query = query.where('at', '<', to);
  if (person !== undefined) query = query.where('person_id', '=', person);
  if (appId !== undefined) query = query.where('app_id', '=', appId);
  if (action !== undefined) {
    // `/` follows `.` in ASCII: this range is everything that starts with the action and a dot.
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

/** Users, aggregated from their interactions. An interaction without a user is a user of its own, keyed by its id. */
import type { InteractionFilters, ListUsersQuery, UserSummary } from '@parley/contract';
import { z } from 'zod';
import { chunkParams } from '../store/chunk-params.ts';
import { IN, join, perShard, sql } from '../store/layout/sql.ts';
import type { Store } from '../store/store.ts';
import type { Cursor } from './cursor.ts';
import { type Apps, conditions } from './filters.ts';
import { fitting } from './find-sessions.ts';
import { IN_SESSION, numberedInteractions } from './session-turns.ts';
import { COST_ORDER, TOKENS_ORDER, USAGE_COLUMNS, USAGE_SUMS, UsageSums, usageOf } from './usage-sums.ts';
import { namedUsers, newestText, unnamedUsers } from './user-search.ts';

const text = z.string().transform((value) => value || null);

const Row = UsageSums.extend({
  app_id: z.string(),
  key: z.string(),
  identified: z.union([z.boolean(), z.number()]).transform(Boolean),
  interactions: z.number(),
  first_seen: z.number(),
  last_seen: z.number(),
  profile_user_id: text,
  profile_email: text,
  profile_first_name: text,
  profile_last_name: text,
  profile_phone: text,
  profile_gender: text,
  profile_is_authenticated: z.boolean().nullable(),
  sessions: z.number(),
  sorted_by_digits: z.string(),
  place: z.string(),
});
export type UserRow = z.infer<typeof Row>;

type Order = ListUsersQuery['orderBy'];

const ORDERS: Record<Order, string> = {
  lastSeenAt: 'last_seen',
  firstSeenAt: 'first_seen',
  interactions: 'interactions',
  totalTokens: TOKENS_ORDER,
  costUsd: COST_ORDER,
};

/** The aggregate behind each order, spelled as in the projection `by_user`. */
const SORTED: Record<Order, string> = {
  lastSeenAt: 'toUnixTimestamp64Milli(max(requested_at)) AS last_seen',
  firstSeenAt: 'toUnixTimestamp64Milli(min(requested_at)) AS first_seen',
  interactions: 'count() AS interactions',
  totalTokens: 'sum(total_tokens) AS sum_total_tokens',
  costUsd: 'sum(cost_usd) AS sum_cost_usd',
};

const PROFILE_COLUMNS = ['user_id', 'email', 'first_name', 'last_name', 'phone', 'gender'];

/**
 * Identified users, with the newest non-empty value of each field, spelled as in the projection `by_user`. `place`
 * breaks ties of the sort key: two applications may have users with the same key, and a key may equal the id of an
 * anonymous interaction.
 */
const IDENTIFIED = `
  SELECT app_id, user_key AS key, true AS identified, concat(app_id, ' named ', user_key) AS place,
         ${SORTED.interactions}, ${SORTED.firstSeenAt}, ${SORTED.lastSeenAt},
         ${PROFILE_COLUMNS.map((column) => `${newestText(column)} AS profile_${column}`).join(', ')},
         argMaxIf(is_authenticated, (requested_at, id), isNotNull(is_authenticated)) AS profile_is_authenticated,
         toUInt64(0) AS sessions,
         ${USAGE_SUMS}`;

const ANONYMOUS = `
  SELECT app_id, toString(id) AS key, false AS identified, concat(app_id, ' unnamed ', toString(id)) AS place,
         toUInt64(1) AS interactions,
         toUnixTimestamp64Milli(requested_at) AS first_seen,
         toUnixTimestamp64Milli(requested_at) AS last_seen,
         ${PROFILE_COLUMNS.map((column) => `${column} AS profile_${column}`).join(', ')},
         is_authenticated AS profile_is_authenticated,
         toUInt64(${IN_SESSION}) AS sessions,
         ${USAGE_COLUMNS.map((column) => `${column} AS sum_${column}`).join(', ')}`;

export type UserSearch = Pick<ListUsersQuery, 'orderBy' | 'order' | 'limit' | 'identified' | 'who'> & {
  filters: InteractionFilters;
  after?: Cursor | null;
  /** Only the user with this key. */
  key?: string;
};

/** Users of matching interactions; up to `limit` + 1, so that the caller sees whether more follow. */
export async function findUsers(store: Store, apps: Apps, search: UserSearch): Promise<UserRow[]> {
  const { filters, orderBy, order, limit, identified, who, after, key } = search;
  const fits = conditions(apps, filters);
  const sorting = `ORDER BY sorted_by ${order}, place ${order} LIMIT {limit:UInt32}`;
  const further = after
    ? `(sorted_by, place) ${order === 'desc' ? '<' : '>'} ({cursorValue:Int64}, {cursorPlace:String})`
    : 'true';
  const sought = who === undefined ? null : { named: namedUsers(apps, who), unnamed: unnamedUsers(who) };
  const ofNamed = sql`
    FROM interactions WHERE ${fits.where} AND notEmpty(user_key)
    ${sought ? sql`AND (app_id, user_key) ${IN} (${sought.named.sql})` : ''}`;
  // In a large store, the sort keys alone decide who is on the page, and only these users' columns are read.
  const onPage = sql`(app_id, user_key) ${IN} (
    SELECT app_id, user_key FROM (
      SELECT app_id, user_key, concat(app_id, ' named ', user_key) AS place, ${SORTED[orderBy]},
             toInt64(${ORDERS[orderBy]}) AS sorted_by
      ${ofNamed}
      GROUP BY app_id, user_key HAVING ${further} ${sorting}))`;
  const some = key !== undefined ? 'user_key = {key:String}' : store.isSmall ? 'true' : onPage;
  const named = sql`
    ${IDENTIFIED}, toInt64(${ORDERS[orderBy]}) AS sorted_by
    ${ofNamed} AND ${some}
    GROUP BY app_id, user_key HAVING ${further}`;
  const unnamed = `
    ${ANONYMOUS}, toInt64(${ORDERS[orderBy]}) AS sorted_by
    FROM interactions
    WHERE ${fits.where} AND empty(user_key) ${key === undefined ? '' : 'AND id = toUUIDOrZero({key:String})'}
      ${sought ? `AND ${sought.unnamed.where}` : ''}
      AND ${further} ${sorting}`;
  const users = [
    ...(identified === false ? [] : [sql`(${named})`]),
    ...(identified === true ? [] : [`(${unnamed})`]),
  ];
  const rows = await store.query(
    Row,
    sql`SELECT *, toString(sorted_by) AS sorted_by_digits FROM (${join(users, ' UNION ALL ')}) ${sorting}`,
    {
      ...fits.params,
      ...sought?.named.params,
      limit: limit + 1,
      ...(key === undefined ? {} : { key }),
      ...(after ? { cursorValue: after.value, cursorPlace: after.id } : {}),
    },
  );
  const counts = await countSessions(
    store,
    apps,
    filters,
    rows.filter((row) => row.identified),
  );
  return rows.map((row) =>
    row.identified ? { ...row, sessions: counts.get(`${row.app_id} ${row.key}`) ?? 0 } : row,
  );
}

/** Number of sessions in which each of these users has a matching interaction. */
async function countSessions(
  store: Store,
  apps: Apps,
  filters: InteractionFilters,
  users: readonly UserRow[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const fits = conditions(apps, filters);
  for (const some of chunkParams(users, ({ key }) => key)) {
    const keys = some.map(({ key }) => key);
    const where = `${fits.where} AND user_key IN {keys:Array(String)} AND ${IN_SESSION}`;
    const ofUsers = numberedInteractions({
      apps,
      columns: ['app_id', 'session', 'user_key'],
      where,
      fits: fitting(filters, where),
      span: {
        ...(filters.from === undefined ? {} : { from: 'from' }),
        ...(filters.to === undefined ? {} : { to: 'to' }),
      },
      isSmall: store.isSmall,
    });
    const rows = await store.query(
      z.object({ app_id: z.string(), user_key: z.string(), sessions: z.number() }),
      perShard(
        sql`SELECT app_id, user_key, uniqExact(session, number) AS sessions
            FROM (${ofUsers})
            GROUP BY app_id, user_key`,
      ),
      { ...fits.params, keys },
    );
    // No session lies on two shards, so their counts add up.
    for (const { app_id, user_key, sessions } of rows) {
      const user = `${app_id} ${user_key}`;
      counts.set(user, (counts.get(user) ?? 0) + sessions);
    }
  }
  return counts;
}

export function userFromRow(row: UserRow): UserSummary {
  return {
    key: row.key,
    appId: row.app_id,
    identified: row.identified,
    userId: row.profile_user_id,
    email: row.profile_email,
    isAuthenticated: row.profile_is_authenticated,
    firstName: row.profile_first_name,
    lastName: row.profile_last_name,
    phone: row.profile_phone,
    gender: row.profile_gender,
    firstSeenAt: new Date(row.first_seen).toISOString(),
    lastSeenAt: new Date(row.last_seen).toISOString(),
    interactions: row.interactions,
    sessions: row.sessions,
    ...usageOf(row),
  };
}

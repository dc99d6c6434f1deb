/** Sessions, aggregated from their interactions: users, models, cost, end. */
import {
  type InteractionFilters,
  type ListSessionsQuery,
  type SESSION_ORDERS,
  type Session,
  scoreOf,
} from '@parley/contract';
import { z } from 'zod';
import { BY_ID } from '../store/by-id.ts';
import { type Fragment, INTERACTIONS, perShard, type Statement, sql } from '../store/layout/sql.ts';
import type { QueryParams } from '../store/query-params.ts';
import type { Store } from '../store/store.ts';
import type { Cursor } from './cursor.ts';
import { type Apps, appCondition, conditions, type ExportFilters } from './filters.ts';
import { SCORED_COLUMNS, scoreFigure, scoreParams } from './score-sql.ts';
import { sessionTurns } from './session-turns.ts';
import { COST_ORDER, TOKENS_ORDER, USAGE_COLUMNS, USAGE_SUMS, UsageSums, usageOf } from './usage-sums.ts';

const Row = UsageSums.extend({
  first_id: z.string(),
  last_id: z.string(),
  answered_id: z.string(),
  app_id: z.string(),
  session: z.string(),
  number: z.number(),
  started: z.number(),
  last: z.number(),
  ends: z.number(),
  interactions: z.number(),
  users: z.array(z.string()),
  models: z.array(z.string()),
  errors: z.number(),
  truncated: z.number(),
  blocked: z.number(),
  slowest: z.number().nullable(),
  sorted_by_digits: z.string(),
  // Of a search: the first interaction that it found, and how many.
  hit_id: z.string().optional(),
  hit_at: z.number().optional(),
  hits: z.number().optional(),
});
export type SessionRow = z.infer<typeof Row>;

/** Columns that the aggregates of a session read. */
const TURN_COLUMNS = ['user_key', 'model', 'outcome', 'finish_reason', 'latency_ms', ...USAGE_COLUMNS];

/** Aggregates that a search adds. */
const HIT_COLUMNS = [
  'argMinIf(id, (requested_at, id), fits) AS hit_id',
  'toUnixTimestamp64Milli(minIf(requested_at, fits)) AS hit_at',
  'countIf(fits) AS hits',
];

type Asked = Pick<ListSessionsQuery, 'orderBy' | 'order'>;

const ORDERS: Record<(typeof SESSION_ORDERS)[number], string> = {
  lastAt: 'last',
  startedAt: 'started',
  interactions: 'interactions',
  totalTokens: TOKENS_ORDER,
  costUsd: COST_ORDER,
  errors: 'errors',
  slowestMs: 'ifNull(toInt64(slowest), -1)',
};

/** Means are compared to so many parts of one. */
const MEAN_PARTS = 1_000_000;
/** The place of sessions without a score: the last, either way. Larger means count as none. */
const NO_MEAN = { asc: Number.MAX_SAFE_INTEGER, desc: -Number.MAX_SAFE_INTEGER };

/** The mean of a session's scores, in a list that is sorted by them. */
export function meanOf(row: SessionRow | undefined): number | null {
  const digits = Number(row?.sorted_by_digits);
  return Math.abs(digits) === NO_MEAN.asc ? null : digits / MEAN_PARTS;
}

const NEWEST: Asked = { orderBy: 'lastAt', order: 'desc' };

/** The sort key as SQL, and what it reads beside the columns of every session. */
function sortingOf(apps: Apps, { orderBy, order }: Asked) {
  if (isFigure(orderBy)) return { by: ORDERS[orderBy], columns: [], params: {} };
  const score = scoreOf(orderBy) ?? '';
  const { parts, of } = scoreFigure(score, 'mean');
  const float = (way: Asked['order']) => `toFloat64(${NO_MEAN[way]})`;
  return {
    by: `least(greatest(ifNull(round(${of(parts)} * ${MEAN_PARTS}), ${float(order)}), ${float('desc')}), ${float('asc')})`,
    columns: SCORED_COLUMNS,
    params: scoreParams(apps, [score]),
  };
}

function isFigure(orderBy: Asked['orderBy']): orderBy is keyof typeof ORDERS {
  return Object.hasOwn(ORDERS, orderBy);
}

export type SessionSearch = Pick<ListSessionsQuery, 'orderBy' | 'order' | 'state' | 'limit'> & {
  filters: ExportFilters;
  now: number;
  after?: Cursor | null;
  /** Only sessions whose last request is at or after this time, in milliseconds; for `lastAt`. */
  since?: number;
};

/** Sessions with a matching interaction; up to `limit` + 1, so that the caller sees whether more follow. */
export async function findSessions(store: Store, apps: Apps, search: SessionSearch): Promise<SessionRow[]> {
  const { filters, order, state, limit, now, after = null, since } = search;
  const ofApps = appCondition(apps);
  const fits = conditions(apps, filters);
  const sorting = sortingOf(apps, search);
  const recent = [
    ofApps.where,
    'requested_at >= fromUnixTimestamp64Milli({since:Int64})',
    ...(after && order === 'desc' ? ['requested_at <= fromUnixTimestamp64Milli({cursorValue:Int64})'] : []),
  ];
  const names = since === undefined ? fits.where : recent.join(' AND ');
  const turns = sessionTurns(
    [...TURN_COLUMNS, ...sorting.columns, sql`${fitting(filters, fits.where)} AS fits`],
    sql`${ofApps.where} AND session IN (SELECT session FROM ${INTERACTIONS} WHERE ${names} AND notEmpty(session))`,
  );
  const having = [
    'countIf(fits) > 0',
    ...(since === undefined ? [] : ['last >= {since:Int64}']),
    ...(state === undefined ? [] : [state === 'current' ? 'ends >= {now:Int64}' : 'ends < {now:Int64}']),
    ...(after
      ? [`(sorted_by, first_id) ${order === 'desc' ? '<' : '>'} ({cursorValue:Int64}, {cursorId:UUID})`]
      : []),
  ];
  const params: QueryParams = {
    ...fits.params,
    ...sorting.params,
    ...ofApps.params,
    limit: limit + 1,
    ...(state === undefined ? {} : { now }),
    ...(since === undefined ? {} : { since }),
    ...(after ? { cursorValue: after.value, cursorId: after.id } : {}),
  };
  const hits = filters.q === undefined ? [] : HIT_COLUMNS;
  return store.query(Row, sessionsOf(turns, sorting.by, having, order, hits), params);
}

/** The session of an interaction, with its sort key in this order; null when it has none. */
export async function sessionWith(
  store: Store,
  apps: Apps,
  id: string,
  asked: Asked = NEWEST,
): Promise<SessionRow | null> {
  const name = await nameOf(store, apps, id);
  return name ? sessionOf(store, name.app_id, name.session, id, asked) : null;
}

/** Application and session name of an interaction; undefined when it has no session. */
export async function nameOf(store: Store, apps: Apps, id: string) {
  const { where, params } = appCondition(apps);
  const [row] = await store.query(
    z.object({ app_id: z.string(), session: z.string() }),
    perShard(
      sql`SELECT app_id, session FROM ${INTERACTIONS}
          WHERE ${where} AND ${BY_ID} AND notEmpty(session) LIMIT 1`,
    ),
    { ...params, id },
  );
  return row;
}

/** The session of an interaction whose session name is known; null when it is part of none. */
export async function sessionOf(
  store: Store,
  appId: string,
  name: string,
  id: string,
  asked: Asked = NEWEST,
): Promise<SessionRow | null> {
  const sorting = sortingOf([appId], asked);
  const turns = sessionTurns(
    [...TURN_COLUMNS, ...sorting.columns],
    'app_id = {appId:String} AND session = {name:String}',
  );
  const session = sessionsOf(turns, sorting.by, ['countIf(id = {id:UUID}) > 0'], 'desc');
  const [row] = await store.query(Row, session, { ...sorting.params, appId, name, id, limit: 1 });
  return row ?? null;
}

export type SessionTexts = Pick<Session, 'title' | 'lastAnswer' | 'labels'>;

export function sessionFromRow(
  row: SessionRow,
  { title, lastAnswer, labels }: SessionTexts,
  now: number,
): Session {
  const { usage, costUsd } = usageOf(row);
  return {
    id: row.first_id,
    appId: row.app_id,
    session: row.session,
    title,
    lastAnswer,
    startedAt: new Date(row.started).toISOString(),
    lastAt: new Date(row.last).toISOString(),
    endsAt: new Date(row.ends).toISOString(),
    state: row.ends >= now ? 'current' : 'ended',
    interactions: row.interactions,
    users: row.users,
    models: row.models,
    labels,
    usage,
    costUsd,
    errors: row.errors,
    truncated: row.truncated,
    blocked: row.blocked,
    slowestMs: row.slowest,
  };
}

/** Sessions per shard: a session lies on one shard only. */
function sessionsOf(
  turns: Fragment,
  sortedBy: string,
  having: readonly string[],
  order: ListSessionsQuery['order'],
  others: readonly string[] = [],
): Fragment {
  const sorting = `ORDER BY sorted_by ${order}, first_id ${order} LIMIT {limit:UInt32}`;
  const sessions = sql`
    SELECT app_id, session, number,
           argMin(id, (requested_at, -deadline, id)) AS first_id,
           argMax(id, (requested_at, id)) AS last_id,
           argMaxIf(id, (requested_at, id), outcome = 'ok') AS answered_id,
           toUnixTimestamp64Milli(min(requested_at)) AS started,
           toUnixTimestamp64Milli(max(requested_at)) AS last,
           max(deadline) AS ends,
           count() AS interactions,
           arraySort(groupUniqArrayIf(20)(user_key, notEmpty(user_key))) AS users,
           arraySort(groupUniqArrayIf(20)(model, notEmpty(model))) AS models,
           countIf(outcome = 'error') AS errors,
           countIf(finish_reason = 'length') AS truncated,
           countIf(outcome = 'blocked') AS blocked,
           max(latency_ms) AS slowest,
           ${USAGE_SUMS},
           toInt64(${sortedBy}) AS sorted_by,
           ${['toString(sorted_by) AS sorted_by_digits', ...others].join(', ')}
    FROM (${turns})
    GROUP BY app_id, session, number
    HAVING ${having.join(' AND ')}
    ${sorting}`;
  return perShard(sessions, sorting);
}

/** Condition: an interaction matches. A text search is a subquery, since the turns do not carry the texts. */
export function fitting(filters: InteractionFilters, where: string): Statement {
  return filters.q === undefined ? `(${where})` : sql`id IN (SELECT id FROM ${INTERACTIONS} WHERE ${where})`;
}

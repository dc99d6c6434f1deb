/** Scores, each in its newest version. */
import {
  type ListScoresQuery,
  SCORE_COMMENT_LENGTH,
  SCORE_KINDS,
  SCORE_TARGETS,
  type Score,
  type ScoreEvent,
  type ScoreList,
  ScoreSource,
  type ScoreTarget,
} from '@parley/contract';
import { z } from 'zod';
import { chunkParams } from '../store/chunk-params.ts';
import type { QueryParams } from '../store/query-params.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { decodeUuidCursor } from './cursor.ts';
import { type Apps, appCondition } from './filters.ts';
import { pageOf } from './page.ts';
import { EXISTS, newestScores } from './score-sql.ts';

const ORDER = 'at';

const Row = z.object({
  id: z.string(),
  appId: z.string(),
  targetType: z.enum(SCORE_TARGETS),
  target: z.string(),
  name: z.string(),
  kind: z.enum(SCORE_KINDS),
  number: z.number().nullable(),
  word: z.string(),
  comment: z.string(),
  author: z.string(),
  source: ScoreSource,
  atMs: z.number(),
  receivedMs: z.number(),
});
type Row = z.infer<typeof Row>;

/** More are in `GET /v1/scores`. */
export const MAX_SCORES_EACH = 100;

/** The comments of many scores at once are cut: a correction is as long as an answer. */
const CUT_COMMENT = `substringUTF8(comment, 1, ${SCORE_COMMENT_LENGTH}) AS comment`;

const columnsWith = (
  comment: string,
) => `id, app_id AS appId, target_type AS targetType, target, name, kind, number,
  word, ${comment}, author, source, toUnixTimestamp64Milli(at) AS atMs, toUnixTimestamp64Milli(received_at) AS receivedMs`;
const COLUMNS = columnsWith('comment');

export type ScoresOptions = QueryOptions & { wholeComments?: boolean };

/** The scores with a version about one of the targets, for which there is an index. */
function about(where: string): string {
  return `${where} AND id GLOBAL IN (SELECT id FROM scores WHERE ${where} AND target IN {targets:Array(String)})`;
}

export async function listScores(
  store: Store,
  apps: Apps,
  { limit, cursor, ...filters }: ListScoresQuery,
): Promise<ScoreList> {
  const after = decodeUuidCursor(cursor, ORDER);
  const ofApps = appCondition(apps);
  const { where, params, targets } = conditions(filters);
  const rows = await store.query(
    Row,
    `SELECT ${COLUMNS} FROM ${newestScores('*', targets.length > 0 ? about(ofApps.where) : ofApps.where)}
     WHERE ${[EXISTS, ...where].join(' AND ')}
       ${after ? 'AND (at, id) < (fromUnixTimestamp64Milli({cursorTime:Int64}), {cursorId:UUID})' : ''}
     ORDER BY at DESC, id DESC
     LIMIT {limit:UInt32}`,
    {
      ...ofApps.params,
      ...params,
      targets,
      limit: limit + 1,
      ...(after ? { cursorTime: after.value, cursorId: after.id } : {}),
    },
  );
  const { page, nextCursor } = pageOf(
    rows,
    limit,
    (row) => ({ order: ORDER, value: row.atMs, id: row.id }),
    (row) => row.comment.length,
  );
  return { data: page.map(scoreOf), nextCursor };
}

/** A row of a score that may be deleted, and when it was stored. */
const NewRow = Row.extend({
  kind: z.enum(['', ...SCORE_KINDS]),
  version: z.string(),
  stored: z.number(),
});

/** `key` names the version of the score. */
export type NewScore = { key: string; stored: number; score: ScoreEvent };

/** More at once come from programs; they are in `GET /v1/scores`. */
const MAX_NEW = 200;

/** The newest of the scores that were stored at `from` or later, in order. A version that does not count is left out. */
export async function newScores(store: Store, apps: Apps, from: number): Promise<NewScore[]> {
  if (!(await store.mayHaveScores(apps))) return [];
  const { where, params } = appCondition(apps);
  const since = 'stored_at >= fromUnixTimestamp64Milli({storedFrom:Int64})';
  const changed = `${where} AND id GLOBAL IN (SELECT id FROM scores WHERE ${where} AND ${since})`;
  const rows = await store.query(
    NewRow,
    `SELECT ${COLUMNS}, toString(version) AS version, toUnixTimestamp64Milli(stored_at) AS stored
     FROM ${newestScores('*', changed)} WHERE ${since}
     ORDER BY stored_at DESC, id DESC LIMIT {most:UInt32}`,
    { ...params, storedFrom: from, most: MAX_NEW },
  );
  return rows.reverse().map(({ kind, version, stored, ...row }) => ({
    key: `${row.id} ${version}`,
    stored,
    score: kind === '' ? { ...scoreOf({ ...row, kind: 'text' }), value: null } : scoreOf({ ...row, kind }),
  }));
}

const Named = z.object({
  id: z.string(),
  targetType: z.enum(SCORE_TARGETS),
  target: z.string(),
  name: z.string(),
  author: z.string(),
  source: ScoreSource,
  at: z.number(),
  isDeleted: z.coerce.boolean(),
});

/** What names a stored score, also when it is deleted; null when there is none. */
export async function findScore(store: Store, apps: Apps, id: string): Promise<z.infer<typeof Named> | null> {
  const { where, params } = appCondition(apps);
  const [row] = await store.query(
    Named,
    `SELECT id, target_type AS targetType, target, name, author, source,
       toUnixTimestamp64Milli(scores.at) AS at, NOT (${EXISTS}) AS isDeleted
     FROM ${newestScores('*', `${where} AND id = {id:UUID}`)} AS scores`,
    { ...params, id },
  );
  return row ?? null;
}

function conditions(filters: Omit<ListScoresQuery, 'limit' | 'cursor'>) {
  const where: string[] = [];
  const params: QueryParams = {};
  const targets: string[] = [];
  for (const type of SCORE_TARGETS) {
    const target = filters[type];
    if (target === undefined) continue;
    where.push(`target_type = {type_${type}:String} AND target = {target_${type}:String}`);
    params[`type_${type}`] = type;
    params[`target_${type}`] = target;
    targets.push(target);
  }
  for (const name of ['name', 'author', 'source'] as const) {
    const value = filters[name];
    if (value === undefined) continue;
    where.push(`${name} = {${name}:String}`);
    params[name] = value;
  }
  return { where, params, targets };
}

/** What scores can be about: an interaction by its id and by the upstream's, or a session, user or trace. */
export type Scored = { targetType: ScoreTarget; target: string };

/** The scores of each target, the newest first, by `keyOf`. */
export async function scoresOf(
  store: Store,
  apps: Apps,
  targets: readonly Scored[],
  { wholeComments = false, ...options }: ScoresOptions = {},
): Promise<ReadonlyMap<string, Score[]>> {
  if (targets.length === 0 || !(await store.mayHaveScores(apps))) return new Map();
  const columns = wholeComments ? COLUMNS : columnsWith(CUT_COMMENT);
  const { where, params } = appCondition(apps);
  const wanted = new Set(targets.map(keyOf));
  const found: Score[] = [];
  for (const some of chunkParams([...new Set(targets.map(({ target }) => target))], String)) {
    const rows = await store.query(
      Row,
      `SELECT ${columns} FROM ${newestScores('*', about(where))} WHERE ${EXISTS}
       ORDER BY at DESC, id DESC LIMIT ${MAX_SCORES_EACH} BY app_id, target_type, target`,
      { ...params, targets: some },
      options,
    );
    for (const row of rows) if (wanted.has(keyOf(row))) found.push(scoreOf(row));
  }
  return Map.groupBy(found, (score) => keyOf(targetOf(score)));
}

export function keyOf({ targetType, target }: Scored): string {
  return `${targetType} ${target}`;
}

function targetOf(score: Score): Scored {
  const targetType = SCORE_TARGETS.find((type) => score[type] !== undefined) ?? 'interaction';
  return { targetType, target: score[targetType] ?? '' };
}

function scoreOf(row: Row): Score {
  return {
    id: row.id,
    appId: row.appId,
    // Unknown where a score was deleted by its id alone.
    ...(row.target === '' ? {} : { [row.targetType]: row.target }),
    name: row.name,
    value: scoreValue(row),
    comment: row.comment || null,
    author: row.author || null,
    source: row.source,
    at: new Date(row.atMs).toISOString(),
    receivedAt: new Date(row.receivedMs).toISOString(),
  };
}

function scoreValue({ kind, number, word }: Row): number | boolean | string {
  return kind === 'text' ? word : kind === 'boolean' ? number === 1 : (number ?? 0);
}

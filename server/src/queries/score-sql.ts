/**
 * Scores as SQL over interactions. A score is about an interaction if it names its id, the id of its response, its
 * session, its user or its trace. The table of scores is small next to that of interactions: the targets of a score are
 * a constant, by their hashes, and those of an interaction are looked up in it. Columns that no target names are not
 * read (decision 033).
 */
import { type InteractionFilters, SCORE_TARGETS, type ScoreFigure, type ScoreTarget } from '@parley/contract';
import type { QueryParams } from '../store/query-params.ts';

/** Deleted scores have no kind. */
export const EXISTS = "kind != ''";

/** The newest version of each score of some applications, whether it is deleted or not. */
export function newestScores(columns: string, where: string): string {
  return `(SELECT ${columns} FROM scores WHERE ${where}
    ORDER BY app_id DESC, id DESC, version DESC LIMIT 1 BY app_id, id)`;
}

/** The applications, as a parameter that does not depend on their number. */
const OF_APPS = 'app_id IN {scoreApps:Array(String)}';
const COLUMNS = 'app_id, id, version, target_type, target, name, kind, number, word';
const NEWEST = newestScores(COLUMNS, OF_APPS);

/** The columns of interactions that scores name. */
const NAMES: Record<ScoreTarget, string> = {
  interaction: 'id',
  upstreamId: 'upstream_id',
  session: 'session',
  user: 'user_key',
  trace: 'trace_id',
};

/** What an interaction is called as a target of a type. */
function hashOf(type: ScoreTarget): string {
  return `cityHash64(toString(app_id), '${type}', ${NAMES[type]})`;
}

/** The same of a score. Its target is read as an id, since to write the id of every interaction would cost more. */
const TARGET_HASH = `if(target_type = 'interaction', cityHash64(toString(app_id), 'interaction', toUUIDOrZero(target)),
  cityHash64(toString(app_id), toString(target_type), target))`;

type Condition = { where: string; params: QueryParams };

/** The filters `score.NAME`, `score.NAME.min`, `score.NAME.max`, `scored` and `not.scored`. */
export function scoreConditions(
  apps: readonly string[],
  {
    scores = {},
    scored,
    'not.scored': unscored,
  }: Pick<InteractionFilters, 'scores' | 'scored' | 'not.scored'>,
): Condition[] {
  const conditions = Object.entries(scores).map(([name, { values, min, max }], i): Condition => {
    const param = `score${i}`;
    const tests = [
      `name = {${param}:String}`,
      ...(values === undefined
        ? []
        : [
            `(${TEXT} IN {${param}Values:Array(String)} OR kind = 'number' AND number IN {${param}Numbers:Array(Float64)})`,
          ]),
      ...(min === undefined ? [] : [`kind = 'number' AND number >= {${param}Min:Float64}`]),
      ...(max === undefined ? [] : [`kind = 'number' AND number <= {${param}Max:Float64}`]),
    ];
    const params: QueryParams = {
      [param]: name,
      ...(values === undefined
        ? {}
        : { [`${param}Values`]: values, [`${param}Numbers`]: values.map(Number).filter(Number.isFinite) }),
      ...(min === undefined ? {} : { [`${param}Min`]: min }),
      ...(max === undefined ? {} : { [`${param}Max`]: max }),
    };
    return { where: hasScore(tests.join(' AND ')), params };
  });
  if (scored !== undefined)
    conditions.push({ where: hasScore('name IN {scored:Array(String)}'), params: { scored } });
  if (unscored !== undefined)
    conditions.push({
      where: `NOT ${hasScore('name IN {notScored:Array(String)}')}`,
      params: { notScored: unscored },
    });
  return conditions.length === 0 ? [] : [...conditions, { where: 'true', params: { scoreApps: apps } }];
}

const TEXT = "multiIf(kind = 'text', word, kind = 'boolean', if(number = 1, 'true', 'false'), '')";

/** The targets are the same text wherever they occur, so the engine computes them once. */
function hasScore(test: string): string {
  const targets = `(SELECT (groupUniqArray(${TARGET_HASH}), groupUniqArray(toString(target_type)))
    FROM ${NEWEST} WHERE ${EXISTS} AND ${test})`;
  const isTarget = SCORE_TARGETS.map(
    (type) => `has(${targets}.2, '${type}') AND ${hashOf(type)} IN ${hashesIn(targets)}`,
  );
  return `(${isTarget.join(' OR ')})`;
}

/** The first element of targets, written such that it is no set of rows, which shards would refuse. */
function hashesIn(targets: string): string {
  return `tupleElement(${targets}, 1)`;
}

/** The parameter of a score's name in dimensions and measures; names may have dots. */
function nameParam(name: string): string {
  return `score_${Buffer.from(name).toString('hex')}`;
}

/** What the SQL of dimensions and measures takes. */
export function scoreParams(apps: readonly string[], names: readonly string[]): QueryParams {
  if (names.length === 0) return {};
  return { scoreApps: apps, ...Object.fromEntries(names.map((name) => [nameParam(name), name])) };
}

/**
 * The targets of a score as a tuple of arrays: hashes, sums and numbers of their figures, numbers of their scores and
 * their newest values; and the types of the targets. The last element of each array but the types is of no target.
 */
function targetsOf(name: string): string {
  return `(SELECT (arrayPushBack(groupArray(hash), toUInt64(0)), arrayPushBack(groupArray(figures), toFloat64(0)),
      arrayPushBack(groupArray(counted), toUInt64(0)), arrayPushBack(groupArray(scores), toUInt64(0)),
      arrayPushBack(groupArray(newest), ''), groupUniqArray(type))
    FROM (SELECT ${TARGET_HASH} AS hash, any(toString(target_type)) AS type,
        sum(ifNull(number, 0)) AS figures, count(number) AS counted, count() AS scores,
        argMax(if(kind = 'number', toString(ifNull(number, 0)), ${TEXT}), version) AS newest
      FROM ${NEWEST} WHERE ${EXISTS} AND name = {${nameParam(name)}:String} GROUP BY hash))`;
}

/** The columns of interactions by which scores are found. */
export const SCORED_COLUMNS = ['upstream_id', 'session', 'user_key', 'trace_id'];

/** The hashes of an interaction, closest first, of the types that targets have. */
function hashesOf(targets: string): string {
  const each = SCORE_TARGETS.map(
    (type) => `if(has(${targets}.6, '${type}'), [${hashOf(type)}], emptyArrayUInt64())`,
  );
  return `arrayConcat(${each.join(', ')})`;
}

/** The value of an interaction: of the closest target, and there the newest. */
export function scoreDimension(name: string): string {
  const targets = targetsOf(name);
  const values = `arrayMap(hash -> transform(hash, ${targets}.1, ${targets}.5, ''), ${hashesOf(targets)})`;
  return `arrayFirst(value -> notEmpty(value), ${values})`;
}

/** Sum and number of the figures of an interaction's own scores, which name its id or the id of its response. */
function ownFigures(name: string): { sum: string; count: string } {
  const targets = targetsOf(name);
  const [interaction, upstreamId] = SCORE_TARGETS;
  const both = (column: number, zero: string) =>
    [interaction, upstreamId]
      .map((type) => `transform(${hashOf(type)}, ${targets}.1, ${targets}.${column}, ${zero})`)
      .join(' + ');
  return { sum: `(${both(2, 'toFloat64(0)')})`, count: `(${both(3, 'toUInt64(0)')})` };
}

/** The mean of an interaction's own scores; null without any. */
export function ownScoreMean(name: string): string {
  const { sum, count } = ownFigures(name);
  return `${sum} / nullIf(${count}, 0)`;
}

/** Sum and number of the own scores of some interactions. Both can be added up over groups. */
export function ownScoreSums(name: string): { sum: string; count: string } {
  const { sum, count } = ownFigures(name);
  return { sum: `sum${sum}`, count: `sum${count}` };
}

/** A figure over the scores about some interactions, each of which counts once. */
export function scoreFigure(name: string, figure: ScoreFigure) {
  const targets = targetsOf(name);
  const sum = (column: number, zero: string, part: string) =>
    `arraySum(hash -> transform(hash, ${targets}.1, ${targets}.${column}, ${zero}), ${part})`;
  return {
    parts: [`groupUniqArrayArray(arrayFilter(hash -> hash IN ${hashesIn(targets)}, ${hashesOf(targets)}))`],
    of: ([part = '']: readonly string[]) =>
      figure === 'count'
        ? sum(4, 'toUInt64(0)', part)
        : `${sum(2, 'toFloat64(0)', part)} / nullIf(${sum(3, 'toUInt64(0)', part)}, 0)`,
    empty: figure === 'count' ? (0 as const) : null,
  };
}

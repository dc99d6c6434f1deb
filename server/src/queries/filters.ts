/** Filters as SQL conditions with parameters. The SQL is fixed; values never enter it. */
import {
  type ExportQuery,
  FIELDS,
  type InteractionFilters,
  RANGE_FIELDS,
  type RangeField,
  rangeFilters,
  VALUE_FILTERS,
  type ValueFilter,
} from '@parley/contract';
import { chunkParams } from '../store/chunk-params.ts';
import type { QueryParams } from '../store/query-params.ts';
import { fieldSql } from './field-sql.ts';
import { scoreConditions } from './score-sql.ts';
import { searchConditions } from './search/search.ts';

/** The applications that the caller may read. Every question names at least one. */
export type Apps = readonly [string, ...string[]];

export type Conditions = { where: string; params: QueryParams };

/** The time of the request, in milliseconds. */
const TIMES = {
  from: 'requested_at >= fromUnixTimestamp64Milli({from:Int64})',
  to: 'requested_at < fromUnixTimestamp64Milli({to:Int64})',
} as const;

/** Filters of an export, which may also name its interactions. */
export type ExportFilters = InteractionFilters & Pick<ExportQuery, 'id'>;

/**
 * Conditions for the rows of the applications that match the filters. The filter `app` is not read here:
 * callers have narrowed `apps` by it.
 */
export function conditions(apps: Apps, filters: ExportFilters): Conditions {
  const all = [
    appCondition(apps),
    ...timeConditions(filters),
    ...(filters.id === undefined ? [] : [{ where: 'id IN {ids:Array(UUID)}', params: { ids: filters.id } }]),
    ...RANGE_FIELDS.flatMap((name) => rangeConditions(name, filters)),
    ...VALUE_FILTERS.flatMap((name) => valueConditions(name, filters)),
    ...labelConditions('IN', 'label', filters.labels),
    ...labelConditions('NOT IN', 'not_label', filters['not.labels']),
    ...scoreConditions(apps, filters),
    ...(filters.q === undefined ? [] : [searchConditions(filters.q, filters.in)]),
  ];
  return {
    where: all.map(({ where }) => where).join(' AND '),
    params: Object.assign({}, ...all.map(({ params }) => params)),
  };
}

function timeConditions({ from, to }: InteractionFilters): Conditions[] {
  return [
    ...(from === undefined ? [] : [{ where: TIMES.from, params: { from } }]),
    ...(to === undefined ? [] : [{ where: TIMES.to, params: { to } }]),
  ];
}

function rangeConditions(name: RangeField, filters: InteractionFilters): Conditions[] {
  const { min, max } = rangeFilters(name);
  const bounds = [
    { param: min, compare: '>=' },
    { param: max, compare: '<=' },
  ];
  return bounds.flatMap(({ param, compare }) => {
    const value = filters[param];
    if (value === undefined) return [];
    return [{ where: `${fieldSql(name)} ${compare} {${param}:Float64}`, params: { [param]: value } }];
  });
}

function valueConditions(name: ValueFilter, filters: InteractionFilters): Conditions[] {
  const test = 'several' in FIELDS[name] ? hasAny : isIn;
  const [values, unwanted] = [filters[name], filters[`not.${name}`]];
  return [
    ...(values === undefined ? [] : [among(fieldSql(name), 'IN', name, values, test)]),
    ...(unwanted === undefined ? [] : [among(fieldSql(name), 'NOT IN', `not_${name}`, unwanted, test)]),
  ];
}

function labelConditions(
  is: Membership,
  param: string,
  labels: InteractionFilters['labels'] = {},
): Conditions[] {
  return Object.entries(labels).map(([name, values], index) => {
    const label = `${param}${index}`;
    const { where, params } = among(`labels[{${label}:String}]`, is, `${label}Values`, values);
    return { where, params: { ...params, [label]: name } };
  });
}

/** A single application is compared by `=`: then the engine knows that rows come in sorting order. */
export function appCondition(apps: Apps): Conditions {
  const [first, ...others] = apps;
  if (others.length === 0) return { where: 'app_id = {appId:String}', params: { appId: first } };
  return among('app_id', 'IN', 'appIds', apps);
}

type Membership = 'IN' | 'NOT IN';
type MembershipTest = (sql: string, is: Membership, list: string) => string;

const isIn: MembershipTest = (sql, is, list) => `${sql} ${is} ${list}`;
/** The same for an array of values. */
const hasAny: MembershipTest = (sql, is, list) => `${is === 'IN' ? '' : 'NOT '}hasAny(${sql}, ${list})`;

/** Whether a value is among `values`, or not. A list that is too long for one parameter is sent as several. */
function among(
  sql: string,
  is: Membership,
  param: string,
  values: readonly string[],
  test = isIn,
): Conditions {
  const lists = [...chunkParams(values, String)].map(
    (portion, i) => [i === 0 ? param : `${param}_${i}`, portion] as const,
  );
  const where = lists.map(([name]) => test(sql, is, `{${name}:Array(String)}`));
  return {
    where: where.length === 1 ? where.join('') : `(${where.join(is === 'IN' ? ' OR ' : ' AND ')})`,
    params: Object.fromEntries(lists),
  };
}

/** The filters every question shares, as conditions with parameters. The SQL is fixed; values never enter it. */
import type { InteractionFilters } from '@parley/contract';
import { chunkParams } from '../store/chunk-params.ts';
import type { QueryParams } from '../store/query-params.ts';
import { ERROR_GROUP } from './error-group.ts';
import { searchConditions } from './search.ts';

/** The applications the asker may see. There is no question without them. */
export type Apps = readonly [string, ...string[]];

export type Conditions = { where: string; params: QueryParams };

type Several = 'labels' | 'warning';
type Name = Exclude<keyof InteractionFilters, 'app' | 'q' | Several | `not.${Several}`>;
type Negation = Extract<Name, `not.${string}`>;
type ValueName = Negation extends `not.${infer N}` ? N : never;
type Membership = 'IN' | 'NOT IN';
type LimitName = Exclude<Name, Negation | ValueName>;

/** What is to be one of the values, or none of them. No value is an empty text. */
const VALUES: Record<ValueName, string> = {
  format: 'format',
  provider: 'provider',
  type: 'type',
  model: 'model',
  requestedModel: 'requested_model',
  session: 'session',
  user: 'user_key',
  outcome: 'outcome',
  finishReason: 'finish_reason',
  errorType: 'error_type',
  errorCode: 'error_code',
  errorGroup: ERROR_GROUP,
  trace: 'trace_id',
};

/** Codes have no quotes in them, and those inside of a message are escaped. */
const WARNINGS = `if(empty(warnings), [''], extractAll(warnings, '"code":"([^"]+)"'))`;

const LIMITS: Record<LimitName, string> = {
  from: 'requested_at >= fromUnixTimestamp64Milli({from:Int64})',
  to: 'requested_at < fromUnixTimestamp64Milli({to:Int64})',
  minLatencyMs: 'latency_ms >= {minLatencyMs:Float64}',
  maxLatencyMs: 'latency_ms <= {maxLatencyMs:Float64}',
  minCostUsd: 'cost_usd >= {minCostUsd:Float64}',
  maxCostUsd: 'cost_usd <= {maxCostUsd:Float64}',
  minTokens: 'total_tokens >= {minTokens:Float64}',
  maxTokens: 'total_tokens <= {maxTokens:Float64}',
};

/** The filter `app` is not read here: whoever asks has narrowed `apps` by it. */
export function conditions(apps: Apps, filters: InteractionFilters): Conditions {
  const ofApps = appCondition(apps);
  const where = [ofApps.where];
  const params: QueryParams = { ...ofApps.params };
  const add = (column: string, is: Membership, param: string, values: readonly string[] | undefined) => {
    if (values === undefined) return;
    const condition = among(column, is, param, values);
    where.push(condition.where);
    Object.assign(params, condition.params);
  };
  for (const [name, condition] of Object.entries(LIMITS)) {
    const value = filters[name as LimitName];
    if (value === undefined) continue;
    where.push(condition);
    params[name] = value;
  }
  for (const [name, column] of Object.entries(VALUES)) {
    add(column, 'IN', name, filters[name as ValueName]);
    add(column, 'NOT IN', `not_${name}`, filters[`not.${name as ValueName}`]);
  }
  if (filters.warning !== undefined) {
    where.push(`hasAny(${WARNINGS}, {warning:Array(String)})`);
    params.warning = filters.warning;
  }
  if (filters['not.warning'] !== undefined) {
    where.push(`NOT hasAny(${WARNINGS}, {not_warning:Array(String)})`);
    params.not_warning = filters['not.warning'];
  }
  const labels = (is: Membership, param: string, sought: Record<string, readonly string[]> = {}) => {
    for (const [index, [name, values]] of Object.entries(sought).entries()) {
      params[`${param}${index}`] = name;
      add(`labels[{${param}${index}:String}]`, is, `${param}${index}Values`, values);
    }
  };
  labels('IN', 'label', filters.labels);
  labels('NOT IN', 'not_label', filters['not.labels']);
  if (filters.q !== undefined) {
    const search = searchConditions(filters.q);
    where.push(search.where);
    Object.assign(params, search.params);
  }
  return { where: where.join(' AND '), params };
}

/** Equal to one, where it is one: then the engine knows that the rest of the sorting key is in order. */
export function appCondition(apps: Apps): Conditions {
  const [first, ...others] = apps;
  if (others.length === 0) return { where: 'app_id = {appId:String}', params: { appId: first } };
  return among('app_id', 'IN', 'appIds', apps);
}

/** Among the values, or not. A list that is longer than a server takes as one parameter is several. */
function among(column: string, is: Membership, param: string, values: readonly string[]): Conditions {
  const lists = [...chunkParams(values, String)].map(
    (portion, i) => [i === 0 ? param : `${param}_${i}`, portion] as const,
  );
  const where = lists.map(([name]) => `${column} ${is} {${name}:Array(String)}`);
  return {
    where: where.length === 1 ? where.join('') : `(${where.join(is === 'IN' ? ' OR ' : ' AND ')})`,
    params: Object.fromEntries(lists),
  };
}

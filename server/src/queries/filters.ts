/** The filters every question shares, as conditions with parameters. The SQL is fixed; values never enter it. */
import type { InteractionFilters } from '@parley/contract';
import type { QueryParams } from '../store/query-params.ts';
import { ERROR_GROUP } from './error-group.ts';
import { searchConditions } from './search.ts';

/** The applications the asker may see. There is no question without them. */
export type Apps = readonly [string, ...string[]];

export type Conditions = { where: string; params: QueryParams };

type Narrowing = Omit<InteractionFilters, 'app' | 'q' | 'labels'>;

const CONDITIONS: Record<keyof Narrowing, string> = {
  from: 'requested_at >= fromUnixTimestamp64Milli({from:Int64})',
  to: 'requested_at < fromUnixTimestamp64Milli({to:Int64})',
  format: 'format IN {format:Array(String)}',
  provider: 'provider IN {provider:Array(String)}',
  type: 'type IN {type:Array(String)}',
  model: 'model IN {model:Array(String)}',
  requestedModel: 'requested_model IN {requestedModel:Array(String)}',
  session: 'session IN {session:Array(String)}',
  user: 'user_key IN {user:Array(String)}',
  outcome: 'outcome IN {outcome:Array(String)}',
  finishReason: 'finish_reason IN {finishReason:Array(String)}',
  errorType: 'error_type IN {errorType:Array(String)}',
  errorCode: 'error_code IN {errorCode:Array(String)}',
  errorGroup: `${ERROR_GROUP} IN {errorGroup:Array(String)}`,
  trace: 'trace_id IN {trace:Array(String)}',
  minLatencyMs: 'latency_ms >= {minLatencyMs:Float64}',
  maxLatencyMs: 'latency_ms <= {maxLatencyMs:Float64}',
  minCostUsd: 'cost_usd >= {minCostUsd:Float64}',
  maxCostUsd: 'cost_usd <= {maxCostUsd:Float64}',
};

/** The filter `app` is not read here: whoever asks has narrowed `apps` by it. */
export function conditions(
  apps: Apps,
  { app: _, q, labels = {}, ...filters }: InteractionFilters,
): Conditions {
  const ofApps = appCondition(apps);
  const where = [ofApps.where];
  const params: QueryParams = { ...ofApps.params };
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    const value = filters[name as keyof Narrowing];
    if (value === undefined) continue;
    where.push(condition);
    params[name] = value;
  }
  for (const [index, [name, values]] of Object.entries(labels).entries()) {
    where.push(`labels[{label${index}:String}] IN {label${index}Values:Array(String)}`);
    params[`label${index}`] = name;
    params[`label${index}Values`] = values;
  }
  if (q !== undefined) {
    const search = searchConditions(q);
    where.push(search.where);
    Object.assign(params, search.params);
  }
  return { where: where.join(' AND '), params };
}

/** Equal to one, where it is one: then the engine knows that the rest of the sorting key is in order. */
export function appCondition(apps: Apps): Conditions {
  const [first, ...others] = apps;
  if (others.length === 0) return { where: 'app_id = {appId:String}', params: { appId: first } };
  return { where: 'app_id IN {appIds:Array(String)}', params: { appIds: apps } };
}

/** One id: found in the projection by id, read by the place in the table that it gives. */
export function byId(interactions: string): string {
  return `(app_id, requested_at, id) IN (SELECT app_id, requested_at, id FROM ${interactions} WHERE id = {id:UUID})`;
}

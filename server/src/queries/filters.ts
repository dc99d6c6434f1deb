/** The filters every question shares, as conditions with parameters. The SQL is fixed; values never enter it. */
import type { InteractionFilters } from '@parley/contract';
import type { QueryParams } from '../store/store.ts';

export type Conditions = { where: string; params: QueryParams };

const CONDITIONS: Record<Exclude<keyof InteractionFilters, 'app'>, string> = {
  from: 'requested_at >= fromUnixTimestamp64Milli({from:Int64})',
  to: 'requested_at < fromUnixTimestamp64Milli({to:Int64})',
  format: 'format = {format:String}',
  type: 'type = {type:String}',
  model: 'model = {model:String}',
  session: 'session = {session:String}',
  user: 'user_key = {user:String}',
  outcome: 'outcome = {outcome:String}',
  finishReason: 'finish_reason = {finishReason:String}',
  minLatencyMs: 'latency_ms >= {minLatencyMs:Float64}',
};

/** `appId` is what the asker may see; it is not a filter, and there is no way without it. */
export function conditions(appId: string, filters: InteractionFilters): Conditions {
  const where = ['app_id = {appId:String}'];
  const params: QueryParams = { appId };
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    const value = Object.entries(filters).find(([key]) => key === name)?.[1];
    if (value === undefined) continue;
    where.push(condition);
    params[name] = value;
  }
  return { where: where.join(' AND '), params };
}

import type { QueryAnswer, QueryBody } from '@parley/contract';
import type { Store } from '../../store/store.ts';
import type { Apps } from '../filters.ts';
import { fetchRows } from './fetch.ts';
import { planQuery } from './plan.ts';
import { shapeAnswer } from './shape.ts';

/** Measures of groups over time: plan, fetch, shape. */
export async function runQuery(store: Store, apps: Apps, body: QueryBody, now: number): Promise<QueryAnswer> {
  const plan = planQuery(apps, body, now, store.isSmall);
  const found = await fetchRows(store, plan);
  return shapeAnswer(plan, found);
}

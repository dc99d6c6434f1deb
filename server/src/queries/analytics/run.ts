import type { QueryAnswer, QueryBody } from '@parley/contract';
import type { Store } from '../../store/store.ts';
import type { Apps } from '../filters.ts';
import { fetchTogether } from './fetch.ts';
import { planQuery } from './plan.ts';
import { shapeAnswer } from './shape.ts';
import { withUserNames } from './user-names.ts';

/** Queries that one pass over the rows answers: those with the same `passOf`. */
export type Queries = readonly [QueryBody, ...QueryBody[]];

/** Measures of groups over time: plan, fetch, shape. */
export async function runQuery(store: Store, apps: Apps, body: QueryBody, now: number): Promise<QueryAnswer> {
  const [answer] = await runTogether(store, apps, [body], now);
  if (answer) return answer;
  throw new Error('The query has no answer.');
}

/** The answers to several queries, in their order. */
export async function runTogether(
  store: Store,
  apps: Apps,
  [first, ...more]: Queries,
  now: number,
): Promise<QueryAnswer[]> {
  const planned = (body: QueryBody) => planQuery(apps, body, now, store.isSmall);
  const fetched = await fetchTogether(store, [planned(first), ...more.map(planned)]);
  return Promise.all(
    fetched.map(async ({ plan, found }) => {
      const answer = shapeAnswer(plan, found);
      return plan.body.names ? withUserNames(store, apps, answer) : answer;
    }),
  );
}

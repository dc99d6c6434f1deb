import type { QueryAnswer, QueryBody } from '@parley/contract';
import type { Store } from '../../store/store.ts';
import type { Apps } from '../filters.ts';
import { fetchTogether } from './fetch.ts';
import { passOf, planQuery } from './plan.ts';
import { shapeAnswer } from './shape.ts';
import { withUserNames } from './user-names.ts';

/** At least one query. */
export type Queries = readonly [QueryBody, ...QueryBody[]];

/** Measures of groups over time: plan, fetch, shape. */
export async function runQuery(store: Store, apps: Apps, body: QueryBody, now: number): Promise<QueryAnswer> {
  const [answer] = await runTogether(store, apps, [body], now);
  if (answer) return answer;
  throw new Error('The query has no answer.');
}

/** The answers to several queries, in their order; those with the same `passOf` are answered by one pass over the rows. */
export async function runTogether(
  store: Store,
  apps: Apps,
  bodies: Queries,
  now: number,
): Promise<QueryAnswer[]> {
  const passes = Map.groupBy(bodies, (body) => passOf(apps, body) ?? body);
  const answers = new Map<QueryBody, QueryAnswer>();
  await Promise.all(
    passes.values().map(async ([first, ...more]) => {
      if (!first) return;
      const found = await runPass(store, apps, [first, ...more], now);
      for (const [i, body] of [first, ...more].entries()) if (found[i]) answers.set(body, found[i]);
    }),
  );
  return bodies.flatMap((body) => answers.get(body) ?? []);
}

async function runPass(
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

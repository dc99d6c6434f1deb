import type { LabelList, LabelUse, ListLabelsQuery } from '@parley/contract';
import { z } from 'zod';
import type { Store } from '../store/store.ts';
import { type Apps, conditions } from './filters.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 30;
/** Maximum number of names; a picker does not help with more. */
const MAX_NAMES = 200;

const Name = z.object({ name: z.string(), interactions: z.number() });
const Value = Name.extend({
  value: z.string(),
  cost: z.number().nullable(),
  tokens: z.number().nullable(),
  errors: z.number(),
});

const ORDERS: Record<ListLabelsQuery['orderBy'], string> = {
  interactions: 'interactions',
  costUsd: 'ifNull(cost, -1)',
  totalTokens: 'ifNull(toInt64(tokens), -1)',
  errors: 'errors',
};

/** Label names by number of interactions, with the first values of each. */
export async function listLabels(
  store: Store,
  apps: Apps,
  { from, to, name, values, orderBy, ...filters }: ListLabelsQuery,
  now: number,
): Promise<LabelList> {
  const end = to ?? now;
  const range = { from: from ?? end - DEFAULT_DAYS * DAY_MS, to: end };
  const { where, params } = conditions(apps, { ...filters, ...range });
  const names = await store.query(
    Name,
    `SELECT arrayJoin(labels.keys) AS name, count() AS interactions
     FROM interactions WHERE ${where} GROUP BY name
     ${name === undefined ? '' : 'HAVING name = {name:String}'}
     ORDER BY interactions DESC, name LIMIT ${MAX_NAMES}`,
    name === undefined ? params : { ...params, name },
  );
  // Only of the listed names: an application can send any number of them.
  const used =
    values === 0 || names.length === 0
      ? []
      : await store.query(
          Value,
          `SELECT arrayJoin(labels) AS label, label.1 AS name, label.2 AS value, count() AS interactions,
                  sum(cost_usd) AS cost, sum(total_tokens) AS tokens, countIf(outcome = 'error') AS errors
           FROM interactions WHERE ${where} GROUP BY label HAVING name IN {names:Array(String)}
           ORDER BY ${ORDERS[orderBy]} DESC, interactions DESC, value LIMIT {most:UInt32} BY name`,
          { ...params, names: names.map((row) => row.name), most: values },
        );
  const byName = Map.groupBy(used, (row) => row.name);
  return {
    data: names.map(
      (row): LabelUse => ({
        ...row,
        values: (byName.get(row.name) ?? []).map(({ value, interactions, cost, tokens, errors }) => ({
          value,
          interactions,
          costUsd: cost,
          totalTokens: tokens,
          errors,
        })),
      }),
    ),
  };
}

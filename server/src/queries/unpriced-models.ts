import type { UnpricedModelList, UnpricedModelsQuery } from '@parley/contract';
import { RECORDED_FORMATS } from '@parley/contract';
import { z } from 'zod';
import type { Store } from '../store/store.ts';
import { type Apps, conditions } from './filters.ts';

const Row = z.object({
  format: z.enum(RECORDED_FORMATS),
  model: z.string().transform((name) => name || null),
  interactions: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  first_seen: z.number(),
  last_seen: z.number(),
});

/** Maximum number of models: an application can send any number of names. */
const MAX_MODELS = 1000;

/** Models whose interactions have tokens but no cost, for lack of a price; by number of interactions. */
export async function unpricedModels(
  store: Pick<Store, 'query'>,
  apps: Apps,
  { from, to }: UnpricedModelsQuery,
): Promise<Pick<UnpricedModelList, 'data'>> {
  const { where, params } = conditions(apps, { from, to });
  const rows = await store.query(
    Row,
    `SELECT format, model, count() AS interactions,
            sum(assumeNotNull(i.input_tokens)) AS input_tokens,
            sum(ifNull(i.output_tokens, 0)) AS output_tokens,
            toUnixTimestamp64Milli(min(requested_at)) AS first_seen,
            toUnixTimestamp64Milli(max(requested_at)) AS last_seen
     FROM interactions AS i
     WHERE ${where} AND cost_usd IS NULL AND i.input_tokens IS NOT NULL
       AND (i.output_tokens IS NOT NULL OR type = 'embedding')
     GROUP BY format, model
     ORDER BY interactions DESC, format, model
     LIMIT ${MAX_MODELS}`,
    params,
  );
  return {
    data: rows.map((row) => ({
      format: row.format,
      model: row.model,
      interactions: row.interactions,
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      firstSeenAt: new Date(row.first_seen).toISOString(),
      lastSeenAt: new Date(row.last_seen).toISOString(),
    })),
  };
}

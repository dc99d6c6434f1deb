import type { PriceOverride } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

/** Price overrides of one application, or of all. */
export async function listPrices(db: Kysely<Tables>, appId?: string): Promise<PriceOverride[]> {
  let query = db.selectFrom('price_override').selectAll();
  if (appId !== undefined) query = query.where('app_id', '=', appId);
  const rows = await query
    .orderBy('app_id')
    .orderBy('model')
    .orderBy('starts_at', (order) => order.asc().nullsFirst())
    .execute();
  return rows.map((row) => ({
    id: row.id,
    appId: row.app_id,
    model: row.model,
    input: row.input,
    output: row.output,
    cachedInput: row.cached_input,
    cacheWrite: row.cache_write,
    from: row.starts_at,
    to: row.ends_at,
  }));
}

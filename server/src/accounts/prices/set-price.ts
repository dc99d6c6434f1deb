import type { PriceOverride } from '@parley/contract';
import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { newId } from '../secrets.ts';

export type NewPrice = Omit<PriceOverride, 'id'>;

/** Replaces the override of the same application and model that takes effect at the same time. */
export async function setPrice(db: Kysely<Tables>, price: NewPrice): Promise<PriceOverride> {
  const id = newId('price');
  await change(db, async (tx) => {
    await tx
      .deleteFrom('price_override')
      .where('app_id', '=', price.appId)
      .where('model', '=', price.model)
      .where('starts_at', price.from === null ? 'is' : '=', price.from)
      .execute();
    await tx
      .insertInto('price_override')
      .values({
        id,
        app_id: price.appId,
        model: price.model,
        input: price.input,
        output: price.output,
        cached_input: price.cachedInput,
        cache_write: price.cacheWrite,
        starts_at: price.from,
        ends_at: price.to,
        created_at: Date.now(),
      })
      .execute();
  });
  return { id, ...price };
}

import { z } from 'zod';
import { Timestamp } from './record.ts';

const usdPerMillion = z.number().nonnegative();

/** A price of the application's own, which overrides the list price while it is in effect. */
export const PriceOverride = z.object({
  id: z.string(),
  appId: z.string(),
  /** A model's name, or a prefix followed by `*`. */
  model: z.string(),
  /** In USD per million tokens, like the members below. */
  input: usdPerMillion,
  output: usdPerMillion,
  /** Null: the price of uncached input. */
  cachedInput: usdPerMillion.nullable(),
  cacheWrite: usdPerMillion.nullable(),
  /** Start (inclusive) and end (exclusive) of validity, in milliseconds; null is unlimited. */
  from: z.int().nullable(),
  to: z.int().nullable(),
});
export type PriceOverride = z.infer<typeof PriceOverride>;

export const PriceListInfo = z
  .object({
    version: z.string(),
    publishedAt: Timestamp.describe('When its publisher released this version'),
  })
  .describe('The list prices that costs are derived with, where no price of your own goes before them');
export type PriceListInfo = z.infer<typeof PriceListInfo>;

import { z } from 'zod';
import { Timestamp } from './record.ts';

const usdPerMillion = z.number().nonnegative();

/** A price that an application has agreed on: it goes before the list price while it is in effect. */
export const PriceOverride = z.object({
  id: z.string(),
  appId: z.string(),
  /** A model's name, or its beginning and a `*`. */
  model: z.string(),
  /** All in USD per million tokens. */
  input: usdPerMillion,
  output: usdPerMillion,
  /** Cached and cache-written tokens cost what other input does where these are null. */
  cachedInput: usdPerMillion.nullable(),
  cacheWrite: usdPerMillion.nullable(),
  /** In effect from here (inclusive) to there (exclusive), in milliseconds; null is always. */
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

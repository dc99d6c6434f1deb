import { z } from 'zod';
import { RECORDED_FORMATS } from './formats.ts';
import { From, To } from './instant.ts';
import { PriceListInfo } from './prices.ts';
import { Timestamp } from './record.ts';

/** A model with token counts but no known price. */
export const UnpricedModel = z.object({
  format: z.enum(RECORDED_FORMATS),
  model: z.string().nullable(),
  interactions: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
});
export type UnpricedModel = z.infer<typeof UnpricedModel>;

export const UnpricedModelsQuery = z
  .object({ app: z.string().optional(), from: From.optional(), to: To.optional() })
  .strict();
export type UnpricedModelsQuery = z.output<typeof UnpricedModelsQuery>;

export const UnpricedModelList = z.object({ data: z.array(UnpricedModel), priceList: PriceListInfo });
export type UnpricedModelList = z.infer<typeof UnpricedModelList>;

import { z } from 'zod';
import { InteractionFilters } from './filters.ts';
import { To } from './instant.ts';
import { LabelName } from './labels.ts';

/** What the values of a label are ranked by. */
export const LABEL_ORDERS = ['interactions', 'costUsd', 'totalTokens', 'errors'] as const;

export const LabelValue = z.object({
  value: z.string(),
  interactions: z.int(),
  costUsd: z.number().nullable(),
  totalTokens: z.int().nullable(),
  errors: z.int().describe('Interactions that failed'),
});
export type LabelValue = z.infer<typeof LabelValue>;

export const LabelUse = z.object({
  name: z.string(),
  interactions: z.int().describe('That have it'),
  values: z.array(LabelValue).describe('The first ones by `orderBy`'),
});
export type LabelUse = z.infer<typeof LabelUse>;

export const ListLabelsQuery = InteractionFilters.extend({
  to: To.optional().describe('A date is the end of that day. Without `from` and `to`: the last 30 days'),
  name: LabelName.optional().describe('Only this one'),
  values: z.coerce.number().int().min(0).max(100).default(20).describe('At most so many of each name'),
  orderBy: z.enum(LABEL_ORDERS).default('interactions').describe('What the values of a name are ranked by'),
}).strict();
export type ListLabelsQuery = z.output<typeof ListLabelsQuery>;

export const LabelList = z.object({ data: z.array(LabelUse) });
export type LabelList = z.infer<typeof LabelList>;

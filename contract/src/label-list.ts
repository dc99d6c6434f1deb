import { z } from 'zod';
import { From, To } from './instant.ts';
import { LabelName } from './labels.ts';

export const LabelUse = z.object({
  name: z.string(),
  interactions: z.int().describe('That have it'),
  values: z.array(z.object({ value: z.string(), interactions: z.int() })).describe('The most frequent ones'),
});
export type LabelUse = z.infer<typeof LabelUse>;

export const ListLabelsQuery = z
  .object({
    app: z.string().optional(),
    from: From.optional(),
    to: To.optional().describe('A date is the end of that day. Without `from` and `to`: the last 30 days'),
    name: LabelName.optional().describe('Only this one'),
    values: z.coerce.number().int().min(0).max(100).default(20).describe('At most so many of each name'),
  })
  .strict();
export type ListLabelsQuery = z.output<typeof ListLabelsQuery>;

export const LabelList = z.object({ data: z.array(LabelUse) });
export type LabelList = z.infer<typeof LabelList>;

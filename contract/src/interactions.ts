import { z } from 'zod';
import { CursorText, InteractionFilters, Limit, pageOf } from './filters.ts';
import { Interaction } from './record.ts';

export const ListInteractionsQuery = InteractionFilters.extend({
  limit: Limit,
  cursor: CursorText.optional(),
}).strict();
export type ListInteractionsQuery = z.output<typeof ListInteractionsQuery>;

/** Some of the text around the first match; `matches` are [start, end) in UTF-16 code units. */
export const Snippet = z.object({
  text: z.string(),
  matches: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
});
export type Snippet = z.infer<typeof Snippet>;

export const Highlights = z.object({ input: Snippet.nullable(), output: Snippet.nullable() });
export type Highlights = z.infer<typeof Highlights>;

/** `highlights` are there when the question had a `q`. */
export const ListedInteraction = Interaction.extend({ highlights: Highlights.optional() });
export type ListedInteraction = z.infer<typeof ListedInteraction>;

export const InteractionList = pageOf(ListedInteraction);
export type InteractionList = z.infer<typeof InteractionList>;

/** The request and the response as they were sent, byte for byte. */
export const RawInteraction = z.object({ request: z.unknown(), response: z.unknown() });

export const TailQuery = InteractionFilters.omit({ to: true, from: true }).strict();
export type TailQuery = z.output<typeof TailQuery>;

export const EXPORT_FORMATS = ['csv', 'jsonl', 'parquet'] as const;
export const ExportQuery = InteractionFilters.extend({
  as: z.enum(EXPORT_FORMATS).default('csv'),
}).strict();
export type ExportQuery = z.output<typeof ExportQuery>;

/** Prompts, as they were seen: by the name that a client sends, or recognised by system text and tools. */
import { z } from 'zod';
import { CursorText, Direction, InteractionFilters, Limit, pageOf } from './filters.ts';
import { Timestamp, Usage } from './record.ts';

export const PROMPT_ORDERS = ['lastSeenAt', 'firstSeenAt', 'interactions', 'costUsd'] as const;

const Figures = z.object({
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
  interactions: z.int(),
  errors: z.int().describe('Interactions that failed'),
  latencyMean: z.number().nullable().describe('In milliseconds'),
  usage: Usage.describe('Sums; null where no upstream said anything'),
  costUsd: z.number().nullable(),
  scores: z
    .array(
      z.object({
        name: z.string(),
        kind: z.enum(['number', 'boolean']),
        mean: z.number().nullable().describe('Of booleans the share of `true`; null without any'),
        scores: z.int().describe('How many there are'),
      }),
    )
    .describe(
      'Scores about the interactions themselves, under the three most frequent names with numbers or booleans',
    ),
});

export const PromptSummary = Figures.extend({
  id: z.string().describe('The value of the filter and the dimension `prompt`'),
  appId: z.string(),
  opening: z
    .string()
    .nullable()
    .describe('How the newest text begins, in one line; null if there is none or texts are not kept'),
});
export type PromptSummary = z.infer<typeof PromptSummary>;

export const ListPromptsQuery = InteractionFilters.extend({
  orderBy: z.enum(PROMPT_ORDERS).default('interactions'),
  order: Direction,
  limit: Limit,
  cursor: CursorText.optional(),
}).strict();
export type ListPromptsQuery = z.output<typeof ListPromptsQuery>;

export const PromptList = pageOf(PromptSummary);
export type PromptList = z.infer<typeof PromptList>;

export const GetPromptQuery = InteractionFilters.pick({ app: true, from: true, to: true }).strict();
export type GetPromptQuery = z.output<typeof GetPromptQuery>;

export const PromptPiece = z.object({
  text: z.string(),
  varies: z.boolean().describe('It is different in other calls of the same version'),
});
export type PromptPiece = z.infer<typeof PromptPiece>;

export const PromptVersion = Figures.extend({
  number: z.int().describe('1 is the oldest'),
  name: z.string().nullable().describe('As the client names it'),
  text: z.array(PromptPiece).describe('Of its newest interaction; empty if texts are not kept'),
  tools: z.array(z.string()).describe('The tools it was offered: each its name and its definition'),
  truncated: z.boolean().describe('The text or the tools are longer than what is shown'),
});
export type PromptVersion = z.infer<typeof PromptVersion>;

export const PromptDetail = PromptSummary.extend({
  versions: z.array(PromptVersion).describe('The oldest first; of more than 20, the newest 20'),
});
export type PromptDetail = z.infer<typeof PromptDetail>;

/** Data sets: conversations as files for training and evaluation. */
import { z } from 'zod';
import { InteractionFilters } from './filters.ts';
import { ExportedIds } from './interactions.ts';
import { Timestamp } from './record.ts';

export const DATASET_FORMATS = ['openai', 'preference', 'anthropic', 'gemini', 'sharegpt', 'plain'] as const;
export type DatasetFormat = (typeof DATASET_FORMATS)[number];

export const DATASET_UNITS = ['interaction', 'session'] as const;
export type DatasetUnit = (typeof DATASET_UNITS)[number];

/** Interactions that a data set may be made from. */
export const MAX_DATASET_INTERACTIONS = 500_000;

export const ExportDatasetQuery = InteractionFilters.extend({
  id: ExportedIds.describe('Only these interactions, by id; 100 at most'),
  as: z.enum(DATASET_FORMATS).default('openai').describe('The format of the lines'),
  per: z
    .enum(DATASET_UNITS)
    .default('interaction')
    .describe(
      'One line per interaction, or one per session, from its last interaction, which holds the conversation so far',
    ),
})
  .strict()
  .refine(({ as, per }) => as !== 'preference' || per === 'interaction', {
    path: ['per'],
    message: 'A preference pair is about one answer: leave `per` out.',
  });
export type ExportDatasetQuery = z.output<typeof ExportDatasetQuery>;

/** Why an interaction is not in a data set. */
export const LEFT_OUT = {
  failed: 'The call failed or was blocked.',
  not_chat: 'An embedding or a ranking has no answer in words.',
  no_texts: 'Its texts are not kept.',
  no_answer: 'The model answered nothing.',
  disliked: 'The answer has a thumbs-down and no correction.',
  media: 'A picture, sound or file that the format cannot hold.',
  unknown_part: 'A part that Parley does not know.',
  system_in_between: 'A system message in the middle of the conversation.',
  tools: 'The format has no calls of tools.',
  parallel_calls: 'The format has one call of a tool at a time.',
  no_correction: 'Nobody corrected the answer.',
  correction_of_call: 'A correction of an answer that called tools.',
  rules: "The line breaks one of the format's rules.",
} as const;
export type LeftOut = keyof typeof LEFT_OUT;

/** What a line lacks or changes. */
export const DATASET_NOTES = {
  thinking: 'The reasoning of the model is left out.',
  choices: 'Only the first of several answers is in the line.',
  cut_off: 'The answer was cut off at the length limit.',
  merged: 'Neighbouring messages of one role are joined.',
  tool_not_a_function: 'A tool that the provider runs itself is left out of `tools`.',
  weights:
    'The conversation has an answer with a thumbs-down, which this format cannot exclude from training.',
  history_missing: 'The last interaction of the session does not hold what was said before.',
} as const;
export type DatasetNote = keyof typeof DATASET_NOTES;

const count = z.int().nonnegative();

export const DatasetManifest = z.object({
  format: z.enum(DATASET_FORMATS),
  per: z.enum(DATASET_UNITS),
  madeAt: Timestamp,
  madeBy: z.string().describe('Parley and its version'),
  filters: z.record(z.string(), z.unknown()),
  counts: z.object({
    interactions: count.describe('Interactions that it was made from'),
    lines: count,
    corrected: count.describe('Lines in which a correction replaces an answer'),
    earlierTurns: count.describe('Interactions that are part of the line of their session'),
    leftOut: count,
    leftOutBy: z.partialRecord(z.enum(Object.keys(LEFT_OUT) as LeftOut[]), count),
    notes: z.partialRecord(z.enum(Object.keys(DATASET_NOTES) as DatasetNote[]), count),
  }),
  warnings: z.array(z.string()).describe('What the provider will refuse about the file as a whole'),
  meanings: z.record(z.string(), z.string()).describe('Of the notes and reasons that occur'),
  lines: z
    .array(z.object({ sha256: z.string(), interaction: z.uuid(), notes: z.array(z.string()).optional() }))
    .describe('In the order of the file; the hash is that of the line without its line break'),
  leftOut: z.array(z.object({ interaction: z.uuid(), reason: z.string(), detail: z.string().optional() })),
});
export type DatasetManifest = z.infer<typeof DatasetManifest>;

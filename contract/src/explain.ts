/** What moved a figure from one period to another: which interactions, and how. */
import { z } from 'zod';
import type { FieldName, PlainDimension } from './fields.ts';
import { InteractionFilters } from './filters.ts';
import { From, Instant, To } from './instant.ts';
import type { Measure } from './query.ts';
import { Timestamp } from './record.ts';
import { TimeZone } from './time-zone.ts';

/** Measures whose change can be told apart exactly: amounts, and shares of calls. */
export const EXPLAINED_MEASURES = [
  'costUsd',
  'interactions',
  'totalTokens',
  'inputTokens',
  'outputTokens',
  'errorRate',
  'blockedRate',
  'truncatedRate',
  'latencyMean',
  'latencyP50',
  'latencyP95',
  'firstTokenP50',
  'firstTokenP95',
] as const satisfies readonly Measure[];
export type ExplainedMeasure = (typeof EXPLAINED_MEASURES)[number];

/** Dimensions that can be a cause, beside labels; of several that name the same interactions, the first counts. */
export const CAUSE_DIMENSIONS = [
  'requestedModel',
  'prompt',
  'user',
  'provider',
  'type',
  'format',
  'model',
  'app',
] as const satisfies readonly (PlainDimension & FieldName)[];

export const ExplainBody = z
  .object({
    measure: z.enum(EXPLAINED_MEASURES),
    from: From.optional(),
    to: To.optional().describe('A date is the end of that day. Without `from` and `to`: the last 30 days'),
    timezone: TimeZone.default('UTC').describe(
      'Where `from` or `to` is a date; by default that of the application',
    ),
    compare: z
      .union([z.enum(['previous', 'weekBefore']), z.strictObject({ from: Instant, to: Instant })], {
        error: 'Compare with `previous`, `weekBefore`, or a period `{ from, to }`',
      })
      .default('previous')
      .describe(
        '`previous`: the period of the same length before. `weekBefore`: the same hours of the week, as many whole weeks earlier as the period is long',
      ),
    filters: InteractionFilters.omit({ from: true, to: true }).strict().default({}),
    limit: z.int().min(1).max(20).default(8).describe('The most causes'),
  })
  .strict();
export type ExplainBody = z.output<typeof ExplainBody>;

/** A value of a dimension; null: interactions without one. */
const CausePart = z.object({
  dimension: z.string().describe(`${CAUSE_DIMENSIONS.join(', ')}, or \`label.NAME\``),
  value: z.string().nullable(),
});
export type CausePart = z.output<typeof CausePart>;

const Then = z.number().nullable().describe('Null if nothing was measured');

/** Factors of an amount multiply to it. Of a rate: its own change, and the change of its share of the calls. */
export const FACTORS = ['calls', 'tokensPerCall', 'pricePerToken', 'costPerCall', 'rate', 'mix'] as const;
const FactorOfChange = z.object({
  name: z.enum(FACTORS),
  now: Then,
  before: Then,
  change: z.number().describe('Its part of the change; the parts sum to the whole'),
});
export type Factor = z.output<typeof FactorOfChange>;

const Moved = z.object({
  now: Then,
  before: Then,
  change: z.number().describe('By how much it moved the measure'),
  share: z.number().nullable().describe('Of the whole change; below zero for what moved the other way'),
  interactions: z.object({ now: z.number(), before: z.number() }),
});

const Cause = Moved.extend({
  parts: z.array(CausePart).describe('What its interactions have in common; empty: everything changed alike'),
  same: z.array(CausePart).describe('Other names of nearly the same interactions'),
  filters: z
    .record(z.string(), z.array(z.string()))
    .describe('The filters that list its interactions, beside those of the request'),
  factors: z.array(FactorOfChange),
  sentence: z.string(),
});
export type Cause = z.output<typeof Cause>;

const Period = z.object({ from: Timestamp, to: Timestamp });

export const Explanation = Period.extend({
  measure: z.enum(EXPLAINED_MEASURES),
  compared: Period.describe('The period that it is compared with'),
  now: Then,
  before: Then,
  change: z.number().nullable(),
  sentence: z.string().describe('The change and its first cause in words'),
  factors: z.array(FactorOfChange),
  threshold: z
    .number()
    .nullable()
    .describe('Of a percentile: its earlier value. Causes are told by the share of calls above it'),
  causes: z.array(Cause).describe('The biggest first. They may overlap'),
  others: Moved.nullable().describe('Interactions of none of the causes'),
});
export type Explanation = z.output<typeof Explanation>;

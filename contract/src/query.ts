/** The analytics query behind every chart: measures by dimensions, over time. */
import { z } from 'zod';
import { DIMENSIONS, type PlainDimension } from './fields.ts';
import { InteractionFilters } from './filters.ts';
import { From, Instant, To } from './instant.ts';
import { LabelDimension } from './labels.ts';
import { Timestamp } from './record.ts';
import { ScoreDimension, ScoreMeasure } from './score-filters.ts';
import { TimeZone } from './time-zone.ts';
import { UserName } from './users.ts';

/**
 * Measures with a confidence interval of 95 %: its bounds are the measures NAMELow and NAMEHigh. Those of shares such as
 * the error rate follow from the share and the number of interactions.
 */
export const ESTIMATES = [
  'costPerCall',
  'cachedShare',
  'latencyP50',
  'latencyP95',
  'latencyP99',
  'firstTokenP50',
  'firstTokenP95',
  'firstTokenP99',
  'tokensPerSecond',
] as const;
export type Estimate = (typeof ESTIMATES)[number];

export const MEASURES = [
  'interactions',
  'users',
  'identifiedUsers',
  'anonymousUsers',
  'sessions',
  'interactionsPerSession',
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'cachedInputTokens',
  'cachedShare',
  'cacheWriteTokens',
  'reasoningTokens',
  'costUsd',
  'costPerCall',
  'latencyCount',
  'latencyMean',
  'latencyP50',
  'latencyP90',
  'latencyP95',
  'latencyP99',
  'firstTokenCount',
  'firstTokenMean',
  'firstTokenP50',
  'firstTokenP95',
  'firstTokenP99',
  'tokensPerSecond',
  'errors',
  'errorRate',
  'blockedRate',
  'truncatedRate',
  'toolCallRate',
  'models',
  'firstAt',
  'lastAt',
  ...ESTIMATES.map((name) => `${name}Low` as const),
  ...ESTIMATES.map((name) => `${name}High` as const),
] as const;
export const Measure = z.enum(MEASURES);
export type Measure = z.infer<typeof Measure>;

/** Also `score.NAME.mean` and `score.NAME.count`. */
export const QueryMeasure = z
  .union([Measure, ScoreMeasure], {
    error: `A measure is one of ${MEASURES.join(', ')}, or score.NAME.mean or score.NAME.count for a score`,
  })
  .describe(`${MEASURES.join(', ')}, or \`score.NAME.mean\`, \`score.NAME.count\``);
export type QueryMeasure = Measure | ScoreMeasure;

export const Dimension = z
  .union([z.enum(DIMENSIONS), LabelDimension, ScoreDimension], {
    error: `A dimension is one of ${DIMENSIONS.join(', ')}, label.NAME for a label or score.NAME for a score`,
  })
  .describe(`${DIMENSIONS.join(', ')}, \`label.NAME\` or \`score.NAME\``);
export type Dimension = PlainDimension | LabelDimension | ScoreDimension;

export const BUCKETS = ['minute', '5minutes', '15minutes', 'hour', '6hours', 'day', 'week', 'month'] as const;
export const Bucket = z.enum(BUCKETS);
export type Bucket = z.infer<typeof Bucket>;

/** An earlier period to compare with, such as the day before one on which the clocks changed. */
const ComparedPeriod = z.object({ from: Instant, to: Instant }).strict();

const unique = (values: readonly string[]) => new Set(values).size === values.length;

export const QueryBody = z
  .object({
    measures: z.array(QueryMeasure).min(1).refine(unique, 'Each measure once'),
    dimensions: z.array(Dimension).max(5).refine(unique, 'Each dimension once').default([]),
    bucket: Bucket.optional().describe('Weeks begin on Monday'),
    timezone: TimeZone.default('UTC').describe(
      'The time zone of the application, where `from` or `to` is a date and this is absent',
    ),
    from: From.optional(),
    to: To.optional().describe('A date is the end of that day. Without `from` and `to`: the last 30 days'),
    filters: InteractionFilters.omit({ from: true, to: true }).strict().default({}),
    orderBy: z
      .union([QueryMeasure, Dimension], { error: 'Order by a measure or a dimension of the question' })
      .optional()
      .describe('The first measure, when absent'),
    order: z.enum(['desc', 'asc']).default('desc'),
    limit: z
      .int()
      .min(1)
      .max(1000)
      .default(100)
      .describe('Groups of dimensions; the first ones by `orderBy`'),
    others: z.boolean().default(false).describe('Adds what lies beyond `limit` as one group'),
    compare: z
      .union([z.literal('previous'), ComparedPeriod], { error: 'Compare with `previous`, or with a period' })
      .optional()
      .describe('Adds the period of the same length before, or the period of your choice'),
    names: z
      .boolean()
      .default(false)
      .describe('Adds the names of the users among the groups; needs the dimension `user`'),
  })
  .strict();
export type QueryBody = z.output<typeof QueryBody>;

/**
 * `time` is the start of the bucket. A dimension is null for interactions without a value, and in the group
 * of all others, which has `others: true`. A measure is null if nothing was measured.
 */
export const QueryRow = z
  .object({ time: Timestamp.optional(), others: z.literal(true).optional() })
  .catchall(z.union([z.string(), z.number(), z.null()]));
export type QueryRow = z.infer<typeof QueryRow>;

const QueryPeriod = z.object({ from: Timestamp, to: Timestamp, rows: z.array(QueryRow) });

export const QueryAnswer = QueryPeriod.extend({
  previous: QueryPeriod.optional(),
  users: z.array(UserName).optional().describe('The names of the users, where they were asked for'),
});
export type QueryAnswer = z.infer<typeof QueryAnswer>;

/** Scores among filters, dimensions and measures: `score.NAME`, `score.NAME.min`, `score.NAME.mean`. */
import { z } from 'zod';

export const SCORE_NAME_LENGTH = 64;
export const SCORE_TEXT_LENGTH = 256;

const NAME = `[A-Za-z0-9_.-]{1,${SCORE_NAME_LENGTH}}`;
const PREFIX = 'score.';

/** Endings of names that filters and measures use. */
const RESERVED_ENDING = /\.(?:min|max|mean|count)$/;

export const ScoreName = z
  .stringFormat('score name', new RegExp(`^${NAME}$`))
  .refine((name) => !RESERVED_ENDING.test(name), 'A name may not end with .min, .max, .mean or .count')
  .describe('Letters, digits, `_`, `.` and `-`');

export type ScoreDimension = `score.${string}`;
export const ScoreDimension = z
  .stringFormat('score.NAME', new RegExp(`^score\\.${NAME}$`))
  .refine((dimension) => !RESERVED_ENDING.test(dimension), 'A dimension is score.NAME, without an ending')
  .transform((value) => value as ScoreDimension);

/** The name of the score that a dimension groups by. */
export function scoreOf(dimension: string): string | null {
  return dimension.startsWith(PREFIX) ? dimension.slice(PREFIX.length) : null;
}

export const SCORE_FIGURES = ['mean', 'count'] as const;
export type ScoreFigure = (typeof SCORE_FIGURES)[number];
export type ScoreMeasure = `score.${string}.${ScoreFigure}`;

const MEASURE = new RegExp(`^score\\.(${NAME})\\.(mean|count)$`);
export const ScoreMeasure = z
  .stringFormat('score.NAME.mean', MEASURE)
  .transform((value) => value as ScoreMeasure);

/** What a measure of scores is about; null for other measures. */
export function scoreMeasureOf(measure: string): { name: string; figure: ScoreFigure } | null {
  const [, name, ending] = MEASURE.exec(measure) ?? [];
  const figure = SCORE_FIGURES.find((one) => one === ending);
  return name !== undefined && figure ? { name, figure } : null;
}

const Value = z.union([z.string().max(2 * SCORE_TEXT_LENGTH), z.number(), z.boolean()]).transform(String);

/** Scores that one filter asks about. */
const MAX_NAMES = 10;

export const ScoreFilters = z
  .record(
    ScoreName,
    z
      .object({
        values: z.union([Value.transform((one) => [one]), z.array(Value).min(1).max(100)]).optional(),
        min: z.coerce.number().optional(),
        max: z.coerce.number().optional(),
      })
      .strict(),
  )
  .refine((scores) => Object.keys(scores).length <= MAX_NAMES, 'Too many scores')
  .optional()
  .describe(
    'Each as `score.NAME=VALUE`, `score.NAME.min` or `score.NAME.max`: one of the scores of the interaction, or of its session, user or trace, has such a value',
  )
  .meta({ 'x-parameter': 'score.NAME' });

/** Moves each `score.NAME` of the filters as sent, with or without an ending, into one member `scores`. */
export function gatherScores(filters: unknown): unknown {
  if (typeof filters !== 'object' || filters === null || Array.isArray(filters)) return filters;
  const entries = Object.entries(filters);
  if (!entries.some(([name]) => name.startsWith(PREFIX))) return filters;
  const scores: Record<string, Record<string, unknown>> = {};
  for (const [sent, value] of entries) {
    if (!sent.startsWith(PREFIX)) continue;
    const [, name = '', bound = 'values'] = /^score\.(.*?)(?:\.(min|max))?$/s.exec(sent) ?? [];
    scores[name] = { ...(Object.hasOwn(scores, name) ? scores[name] : {}), [bound]: value };
  }
  return { ...Object.fromEntries(entries.filter(([name]) => !name.startsWith(PREFIX))), scores };
}

/** The figures of prompts and of their versions. */
import type { PromptSummary } from '@parley/contract';
import { z } from 'zod';
import type { QueryParams } from '../../store/query-params.ts';
import type { Store } from '../../store/store.ts';
import type { Apps } from '../filters.ts';
import { ownScoreSums, scoreParams } from '../score-sql.ts';
import { listScoreNames } from '../scores/list-score-names.ts';
import { USAGE_SUMS, UsageSums, usageOf } from '../usage-sums.ts';

/** Scores that are shown of a prompt, the most frequent ones. */
const MAX_SCORES = 3;

type ShownScore = Pick<PromptSummary['scores'][number], 'name' | 'kind'>;

/** The figures as SQL; which scores are among them depends on the applications. */
export type PromptFigures = { sql: string; params: QueryParams; scores: readonly ShownScore[] };

export async function promptFigures(store: Store, apps: Apps): Promise<PromptFigures> {
  const { data } = await listScoreNames(store, apps);
  const kinds = new Map<string, ShownScore>();
  for (const { name, kind } of data) if (kind !== 'text' && !kinds.has(name)) kinds.set(name, { name, kind });
  const scores = [...kinds.values()].slice(0, MAX_SCORES);
  const names = scores.map(({ name }) => name);
  const sums = names.map(ownScoreSums);
  const columns = [
    FIGURES,
    `[${sums.map(({ sum }) => sum).join(', ')}]::Array(Float64) AS score_sums`,
    `[${sums.map(({ count }) => count).join(', ')}]::Array(UInt64) AS score_counts`,
  ];
  return { sql: columns.join(', '), params: scoreParams(apps, names), scores };
}

const FIGURES = `
  count() AS interactions, toUnixTimestamp64Milli(min(requested_at)) AS first_seen,
  toUnixTimestamp64Milli(max(requested_at)) AS last_seen, countIf(outcome = 'error') AS errors,
  sum(latency_ms) AS latency, count(latency_ms) AS latencies, ${USAGE_SUMS}`;

export const FiguresRow = UsageSums.extend({
  interactions: z.number(),
  first_seen: z.number(),
  last_seen: z.number(),
  errors: z.number(),
  latency: z.number().nullable(),
  latencies: z.number(),
  score_sums: z.array(z.number()),
  score_counts: z.array(z.number()),
});
export type FiguresRow = z.infer<typeof FiguresRow>;

export function figuresOf(row: FiguresRow, { scores }: PromptFigures) {
  return {
    firstSeenAt: new Date(row.first_seen).toISOString(),
    lastSeenAt: new Date(row.last_seen).toISOString(),
    interactions: row.interactions,
    errors: row.errors,
    latencyMean: row.latencies === 0 ? null : Math.round((row.latency ?? 0) / row.latencies),
    ...usageOf(row),
    scores: scores.map((score, i) => {
      const [sum = 0, number = 0] = [row.score_sums[i], row.score_counts[i]];
      return { ...score, mean: number === 0 ? null : sum / number, scores: number };
    }),
  };
}

/** The figures of several groups together. */
export function addFigures(rows: readonly FiguresRow[]): FiguresRow {
  const [first, ...others] = rows;
  if (!first) throw new Error('There is nothing to add.');
  const sum = { ...first };
  const add = (a: number | null, b: number | null) => (a === null ? b : a + (b ?? 0));
  for (const row of others) {
    for (const name of Object.keys(UsageSums.shape) as (keyof typeof UsageSums.shape)[])
      sum[name] = add(sum[name], row[name]);
    sum.interactions += row.interactions;
    sum.errors += row.errors;
    sum.latencies += row.latencies;
    sum.latency = add(sum.latency, row.latency);
    sum.score_sums = sum.score_sums.map((value, i) => value + (row.score_sums[i] ?? 0));
    sum.score_counts = sum.score_counts.map((value, i) => value + (row.score_counts[i] ?? 0));
    sum.first_seen = Math.min(sum.first_seen, row.first_seen);
    sum.last_seen = Math.max(sum.last_seen, row.last_seen);
  }
  return sum;
}

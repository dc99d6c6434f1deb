/** The figures of prompts and of their versions. */
import { z } from 'zod';
import { USAGE_SUMS, UsageSums, usageOf } from '../usage-sums.ts';

export const FIGURES = `
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
});
export type FiguresRow = z.infer<typeof FiguresRow>;

export function figuresOf(row: FiguresRow) {
  return {
    firstSeenAt: new Date(row.first_seen).toISOString(),
    lastSeenAt: new Date(row.last_seen).toISOString(),
    interactions: row.interactions,
    errors: row.errors,
    latencyMean: row.latencies === 0 ? null : Math.round((row.latency ?? 0) / row.latencies),
    ...usageOf(row),
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
    sum.first_seen = Math.min(sum.first_seen, row.first_seen);
    sum.last_seen = Math.max(sum.last_seen, row.last_seen);
  }
  return sum;
}

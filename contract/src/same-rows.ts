import type { QueryBody } from './query.ts';

/** Groups of one period without buckets are one statement in the store. */
export function isOneStatement({ bucket, others, compare, dimensions }: QueryBody): boolean {
  return dimensions.length > 0 && bucket === undefined && !others && compare === undefined;
}

/** Queries with the same key read the same rows by the same groups, so one pass may answer them; null for one alone. */
export function sameRows(apps: readonly string[], body: QueryBody): string | null {
  if (isOneStatement(body)) return null;
  const { from, to, filters, bucket, timezone, compare, dimensions } = body;
  return JSON.stringify({ apps, from, to, filters, bucket, timezone, compare, dimensions });
}

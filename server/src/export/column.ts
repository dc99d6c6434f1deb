/** What is exported, as flat columns for files that are tables. */
import type { Usage } from '@parley/contract';

/** A time is ISO 8601 in UTC, as in the record. */
export type Column<R> = { name: string } & (
  | { kind: 'text' | 'time'; of: (record: R) => string | null }
  | { kind: 'count' | 'number'; of: (record: R) => number | null }
  | { kind: 'flag'; of: (record: R) => boolean | null }
);

/** By the names that `/v1/query` gives them. */
export const USAGE_COLUMNS: readonly Column<{ usage: Usage }>[] = [
  { name: 'inputTokens', kind: 'count', of: ({ usage }) => usage.input },
  { name: 'outputTokens', kind: 'count', of: ({ usage }) => usage.output },
  { name: 'totalTokens', kind: 'count', of: ({ usage }) => usage.total },
  { name: 'cachedInputTokens', kind: 'count', of: ({ usage }) => usage.cachedInput },
  { name: 'cacheWriteTokens', kind: 'count', of: ({ usage }) => usage.cacheWrite },
  { name: 'reasoningTokens', kind: 'count', of: ({ usage }) => usage.reasoning },
];

export function listed(names: readonly string[]): string | null {
  return names.length === 0 ? null : names.join(', ');
}

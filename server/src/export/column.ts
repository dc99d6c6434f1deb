/** Columns of exports: flat values, for files that are tables. */
import type { FieldType, Score, Usage } from '@parley/contract';

/** Values by the kind of column. A time is ISO 8601 in UTC, as in the record. */
type Cells = { text: string; time: string; count: number; number: number; flag: boolean };

/** How a column is read from a record. */
export type Reader<R, K extends FieldType = keyof Cells> = {
  [P in K & keyof Cells]: { kind: P; of: (record: R) => Cells[P] | null };
}[K & keyof Cells];

export type Column<R> = { name: string } & Reader<R>;

/** Token counts, under the names that `POST /v1/query` gives them. */
export const USAGE_READERS = {
  inputTokens: { kind: 'count', of: ({ usage }) => usage.input },
  outputTokens: { kind: 'count', of: ({ usage }) => usage.output },
  totalTokens: { kind: 'count', of: ({ usage }) => usage.total },
  cachedInputTokens: { kind: 'count', of: ({ usage }) => usage.cachedInput },
  cacheWriteTokens: { kind: 'count', of: ({ usage }) => usage.cacheWrite },
  reasoningTokens: { kind: 'count', of: ({ usage }) => usage.reasoning },
} as const satisfies Record<string, Reader<{ usage: Usage }>>;

export const USAGE_COLUMNS: readonly Column<{ usage: Usage }>[] = Object.entries(USAGE_READERS).map(
  ([name, reader]) => ({ name, ...reader }),
);

export function listed(names: readonly string[]): string | null {
  return names.length === 0 ? null : names.join(', ');
}

/** JSON, as names and values may contain any separator. */
export function scoresText(scores: readonly Score[] = []): string | null {
  const shown = scores.map(({ name, value, author, comment }) => ({ name, value, author, comment }));
  return shown.length === 0 ? null : JSON.stringify(shown);
}

export function labelsText(labels: Record<string, string | string[]>): string | null {
  return Object.keys(labels).length === 0 ? null : JSON.stringify(labels);
}

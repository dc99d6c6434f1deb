/** One figure of every model, by the values of a label. */
import type { LabelDimension, QueryAnswer } from '@parley/contract';
import { numberIn, textIn } from '../../charts/query/use-query.ts';
import { type Estimate, type Rank, ranksOf } from '../../lib/estimate.ts';
import { estimateIn, type FigureKind } from './figure-kinds.ts';

export type Matrix = {
  /** The values of the label, most calls first; null for calls without it. */
  columns: readonly (string | null)[];
  /** How many values there is no column for. */
  hidden: number;
  rows: readonly { model: string | null; cells: readonly (Cell | null)[] }[];
};
/** `rank`: whether it is better or worse than every other model at this value, beyond chance. */
export type Cell = Estimate & { rank: Rank | null };

type Entry = { model: string | null; value: string | null; calls: number; estimate: Estimate };

export function labelMatrix(
  answer: QueryAnswer | undefined,
  label: LabelDimension,
  kind: FigureKind,
  most: number,
): Matrix {
  const entries = (answer?.rows ?? []).map(
    (row): Entry => ({
      model: textIn(row, 'requestedModel'),
      value: textIn(row, label),
      calls: numberIn(row, 'interactions') ?? 0,
      estimate: estimateIn(row, kind),
    }),
  );
  const columns = byCalls(entries, ({ value }) => value);
  const shown = columns.slice(0, most);
  const ranks = new Map(
    shown.flatMap((value) => {
      const column = entries.filter((entry) => entry.value === value).map(({ estimate }) => estimate);
      return [...ranksOf(column, kind.better)];
    }),
  );
  return {
    columns: shown,
    hidden: columns.length - shown.length,
    rows: byCalls(entries, ({ model }) => model).map((model) => ({
      model,
      cells: shown.map((value) => {
        const entry = entries.find((one) => one.model === model && one.value === value);
        return entry ? { ...entry.estimate, rank: ranks.get(entry.estimate) ?? null } : null;
      }),
    })),
  };
}

/** The keys of the entries, those with the most calls first. */
function byCalls(entries: readonly Entry[], keyOf: (entry: Entry) => string | null): (string | null)[] {
  const calls = new Map<string | null, number>();
  for (const entry of entries) calls.set(keyOf(entry), (calls.get(keyOf(entry)) ?? 0) + entry.calls);
  return [...calls].sort(([, a], [, b]) => b - a).map(([key]) => key);
}

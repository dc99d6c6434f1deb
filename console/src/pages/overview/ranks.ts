/** What users and labels are ranked by; the choice stays in the address. */
import type { Measure } from '../../charts/query/use-query.ts';
import { compact } from '../../lib/format.ts';
import { usdColumn } from '../../lib/money.ts';

type Format = (value: number | null) => string;

export const RANKS = {
  calls: { measure: 'interactions', label: 'Interactions', formatFor: () => compact },
  cost: { measure: 'costUsd', label: 'Cost', formatFor: usdColumn },
  tokens: { measure: 'totalTokens', label: 'Tokens', formatFor: () => compact },
  errors: { measure: 'errors', label: 'Errors', formatFor: () => compact },
} as const satisfies Record<
  string,
  { measure: Measure; label: string; formatFor: (values: readonly (number | null)[]) => Format }
>;
export type Rank = keyof typeof RANKS;
export const RANK_NAMES = Object.keys(RANKS) as Rank[];

export function readRank(text: string | undefined): Rank {
  return RANK_NAMES.find((name) => name === text) ?? 'calls';
}

export type Ranked = Record<(typeof RANKS)[Rank]['measure'], number | null>;

/** The columns of a table of ranked things behind their names: the one they are ranked by, then the others. */
export function rankColumns(rank: Rank, rows: readonly Ranked[]) {
  const ranks = [rank, ...RANK_NAMES.filter((name) => name !== rank)].map((name) => RANKS[name]);
  const formats = ranks.map(({ measure, formatFor }) => {
    const format = formatFor(rows.map((row) => row[measure]));
    return (row: Ranked) => format(row[measure]);
  });
  return {
    heads: ranks.map(({ label }) => label),
    cells: (row: Ranked) => formats.map((format) => format(row)),
  };
}

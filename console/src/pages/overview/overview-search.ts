/** The choices of the overview beside its view, as the address has them. */
import { readStack, type Stack } from '../../charts/query/stacks.ts';
import { type ChartLooks, readLooks } from '../../state/chart-looks.ts';
import { readView, type View } from '../../state/view.ts';
import { type Rank, readRank } from './ranks.ts';

const CHOICES = ['stack', 'rank', 'label', 'score'] as const;
export type OverviewSearch = View & ChartLooks & { [name in (typeof CHOICES)[number]]?: string };

export type Choices = {
  /** What the traffic is stacked by. */
  stack: Stack;
  /** What users and labels are ranked by. */
  rank: Rank;
  /** The label whose values are ranked; the most frequent one when absent. */
  label?: string | undefined;
  /** The score over time; the most frequent one when absent. */
  score?: string | undefined;
};

export function readOverview(search: Record<string, unknown>): OverviewSearch {
  const chosen = CHOICES.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []));
  return { ...readView(search), ...readLooks(search), ...Object.fromEntries(chosen) };
}

export function choicesOf({
  stack,
  rank,
  label,
  score,
}: Partial<Record<keyof Choices, string | undefined>>): Choices {
  return { stack: readStack(stack), rank: readRank(rank), label, score };
}

/** The address of a view with its choices; choices that are not made are left out. */
export function overviewSearch(
  view: View,
  chosen: ChartLooks & { [name in (typeof CHOICES)[number]]?: string | undefined },
): OverviewSearch {
  const made = CHOICES.flatMap((name) => (chosen[name] === undefined ? [] : [[name, chosen[name]]]));
  return { ...view, ...readLooks(chosen), ...Object.fromEntries(made) };
}

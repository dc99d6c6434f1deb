import type { ChartState } from '../../charts/chart-card.tsx';
import { colored, NOTHING, type Stacked, stack } from '../../charts/query/series.ts';
import { noneOf, type Stack } from '../../charts/query/stacks.ts';
import { stackedBy, useQueryOf } from '../../charts/query/use-query.ts';
import type { View } from '../../state/view.ts';
import { onceColored, useColorOrder } from './use-color-order.ts';

export type TrafficMeasure = 'interactions' | 'costUsd';

type Part = { data: Stacked; state: ChartState };
export type Traffic = Record<TrafficMeasure, Part>;

/** Interactions and cost over time. Two queries, since the top groups of each differ. */
export function useTraffic(appId: string, view: View, stackBy: Stack): Traffic {
  const question = stackedBy(stackBy, view);
  const asked = useQueryOf(appId, view, { ...question, measures: ['interactions'] });
  const cost = useQueryOf(appId, view, { ...question, measures: ['costUsd'] });
  const stacks = [
    stack(asked.data, stackBy, 'interactions', noneOf(stackBy)),
    stack(cost.data, stackBy, 'costUsd', noneOf(stackBy)),
  ];
  const colors = useColorOrder(appId, stackBy, stacks);
  const [first = NOTHING, second = NOTHING] = colored(stacks, colors.order);
  return {
    interactions: { data: first, state: onceColored(asked, colors) },
    costUsd: { data: second, state: onceColored(cost, colors) },
  };
}

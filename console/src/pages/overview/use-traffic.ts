import type { ChartState } from '../../charts/chart-card.tsx';
import { bucketOf, type View } from '../../state/view.ts';
import { colored, NOTHING, type Stacked, stack } from './series.ts';
import { noneOf, type Stack } from './stacks.ts';
import { useColorOrder } from './use-color-order.ts';
import { useQueryOf } from './use-query.ts';

export type TrafficMeasure = 'interactions' | 'costUsd';

type Part = { data: Stacked; state: ChartState };
export type Traffic = Record<TrafficMeasure, Part>;

/** Interactions and their cost over time: two questions, since the dearest are not the busiest. */
export function useTraffic(appId: string, view: View, stackBy: Stack): Traffic {
  const question = { dimensions: [stackBy], bucket: bucketOf(view), limit: 7, others: true };
  const asked = useQueryOf(appId, view, { ...question, measures: ['interactions'] });
  const cost = useQueryOf(appId, view, { ...question, measures: ['costUsd'] });
  const stacks = [
    stack(asked.data, stackBy, 'interactions', noneOf(stackBy)),
    stack(cost.data, stackBy, 'costUsd', noneOf(stackBy)),
  ];
  const { order, isPending } = useColorOrder(appId, stackBy, stacks);
  const [first = NOTHING, second = NOTHING] = colored(stacks, order);
  const stateOf = ({ error, refetch, isPlaceholderData, ...state }: ChartState): ChartState => ({
    error,
    refetch,
    isPlaceholderData,
    // Nothing changes its colour before somebody's eyes.
    isPending: state.isPending || isPending,
  });
  return {
    interactions: { data: first, state: stateOf(asked) },
    costUsd: { data: second, state: stateOf(cost) },
  };
}

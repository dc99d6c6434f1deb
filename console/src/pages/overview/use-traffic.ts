import type { ChartState } from '../../charts/chart-card.tsx';
import { bucketOf, type View } from '../../state/view.ts';
import { colored, NOTHING, type Stacked, stack } from './series.ts';
import { noneOf, type Stack } from './stacks.ts';
import { useQueryOf } from './use-query.ts';

export type TrafficMeasure = 'interactions' | 'costUsd';

type Part = { data: Stacked; state: ChartState };
export type Traffic = Record<TrafficMeasure, Part>;

/** How much is asked and what it costs, over time: two questions, since the dearest are not the busiest. */
export function useTraffic(appId: string, view: View, stackBy: Stack): Traffic {
  const question = { dimensions: [stackBy], bucket: bucketOf(view), limit: 7, others: true };
  const asked = useQueryOf(appId, view, { ...question, measures: ['interactions'] });
  const cost = useQueryOf(appId, view, { ...question, measures: ['costUsd'] });
  const [first, second] = colored([
    stack(asked.data, stackBy, 'interactions', noneOf(stackBy)),
    stack(cost.data, stackBy, 'costUsd', noneOf(stackBy)),
  ]);
  return {
    interactions: { data: first ?? NOTHING, state: asked },
    costUsd: {
      data: second ?? NOTHING,
      state: {
        error: cost.error,
        refetch: cost.refetch,
        // Its colours are not settled before the first chart has its own.
        isPending: cost.isPending || asked.isPending,
        isPlaceholderData: cost.isPlaceholderData || asked.isPlaceholderData,
      },
    },
  };
}

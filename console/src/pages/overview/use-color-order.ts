import type { ChartState } from '../../charts/chart-card.tsx';
import { orderByLetters } from '../../charts/colors.ts';
import type { Stacked } from '../../charts/query/series.ts';
import { hasFewValues, type Stack } from '../../charts/query/stacks.ts';
import { useFirstSeen } from '../../charts/use-first-seen.ts';

/** The order that colours series. Users and labels may have too many values to query over all time. */
export function useColorOrder(appId: string, stackBy: Stack, stacks: readonly Stacked[]) {
  const firstSeen = useFirstSeen(appId, stackBy, hasFewValues(stackBy));
  if (hasFewValues(stackBy)) return firstSeen;
  const keys = stacks.flatMap(({ series }) =>
    series.flatMap(({ key, others }) => (others ? [] : [key ?? ''])),
  );
  return { order: orderByLetters([...new Set(keys)]), isPending: false };
}

/** Whether the order is loaded; charts wait for it, so that colours do not change. */
export function onceColored(
  { isPending, error, refetch, isPlaceholderData }: ChartState,
  colors: { isPending: boolean },
): ChartState {
  return { isPending: isPending || colors.isPending, error, refetch, isPlaceholderData };
}

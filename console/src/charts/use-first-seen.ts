/**
 * All values of a dimension in the order of their first occurrence, so that new ones do not change colours.
 */
import type { Dimension } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useAsking } from '../api/use-ask.ts';
import { grown, readOrder } from './first-seen.ts';

type FirstSeen = { order: readonly string[]; isPending: boolean };

const HOUR_MS = 3_600_000;
const MAX_VALUES = 1000;

/**
 * Queried over all time, once. The browser stores the order, since retention may remove old interactions:
 * colours stay stable and are available at once on the next visit.
 */
export function useFirstSeen(appId: string, dimension: Dimension, enabled = true): FirstSeen {
  const key = `first-seen ${appId} ${dimension}`;
  const remembered = useMemo(() => readOrder(localStorage.getItem(key)), [key]);
  const { data, isPending } = useQuery({
    ...useAsking('POST /v1/query', {
      body: {
        measures: ['firstAt'],
        dimensions: [dimension],
        filters: { app: appId },
        from: 0,
        order: 'asc',
        limit: MAX_VALUES,
      },
    }),
    staleTime: HOUR_MS,
    gcTime: HOUR_MS,
    enabled,
  });
  const order = useMemo(
    () => grown(remembered, data?.rows.map((row) => String(row[dimension] ?? '')) ?? []),
    [remembered, data, dimension],
  );
  useEffect(() => {
    if (data) localStorage.setItem(key, JSON.stringify(order));
  }, [key, data, order]);
  return { order, isPending: enabled && isPending && remembered.length === 0 };
}

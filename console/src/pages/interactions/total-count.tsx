import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { filtersOf, rangeOf, type View } from '../../state/view.ts';
import { Total } from '../../ui/total.tsx';

type Props = {
  appId: string;
  view: View;
  asOf: number;
  live: boolean;
  /** The number of interactions that arrived live so far. */
  arrived: number;
};

/**
 * Refetch interval while live: an arriving interaction may be older than the range, or have
 * been stored just before it was counted.
 */
const RECOUNT_MS = 15_000;

export function TotalCount({ appId, view, asOf, live, arrived }: Props) {
  const arrivedNow = useRef(arrived);
  useEffect(() => {
    arrivedNow.current = arrived;
  }, [arrived]);
  const filters = { app: appId, ...filtersOf(view) };
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['interaction count', filters, view.range, view.from, view.to, asOf],
    queryFn: async ({ signal }) => {
      // A range that ends now moves with the live tail.
      const range = rangeOf(view, live ? Date.now() : asOf);
      const body = { measures: ['interactions' as const], ...range, filters };
      const { rows } = await call('POST /v1/query', { body }, signal);
      return { total: rows[0]?.interactions, arrived: arrivedNow.current };
    },
    placeholderData: keepPreviousData,
    refetchInterval: live ? RECOUNT_MS : false,
  });
  if (typeof data?.total !== 'number') return null;
  const total = data.total + (live ? Math.max(0, arrived - data.arrived) : 0);
  return <Total total={total} of="interaction" stale={isPlaceholderData} />;
}

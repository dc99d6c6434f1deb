import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/call.ts';
import type { ListSorting } from '../../state/list-sorting.ts';
import { listQuery, type View } from '../../state/view.ts';
import { type Row, rowOf } from './row.ts';

type Page = { rows: Row[]; nextCursor: string | null };
const NO_ROWS: Row[] = [];

/**
 * The list in pages, as of one moment. Unlike other lists it keeps only what its rows show, and
 * is not refetched automatically: that would be a request for each of a thousand pages.
 */
export function useRows(appId: string, view: View, sorting: ListSorting, asOf: number) {
  const query = { ...listQuery(appId, view, asOf), ...sorting, limit: 100 };
  const { data, ...rest } = useInfiniteQuery({
    queryKey: ['interaction rows', query, asOf],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      const page = await call('GET /v1/interactions', { query: { ...query, ...cursor } }, signal);
      return { rows: page.data.map(rowOf), nextCursor: page.nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? NO_ROWS, [data]);
  return { rows, ...rest };
}

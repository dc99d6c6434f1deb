import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type Address, type Answer, type Ask, call } from './call.ts';

type Options = {
  enabled?: boolean;
  /** Milliseconds after which to ask again. */
  every?: number;
};

export function asking<A extends Address>(address: A, ask: Ask<A>) {
  return queryOptions({
    queryKey: [address, ask] as QueryKey,
    queryFn: ({ signal }): Promise<Answer<A>> => call(address, ask, signal),
  });
}

/** Asks the server; while another question is on its way, the last answer stays on the screen. */
export function useAsk<A extends Address>(address: A, ask: Ask<A>, { enabled = true, every }: Options = {}) {
  return useQuery({
    ...asking(address, ask),
    enabled,
    placeholderData: keepPreviousData,
    ...(every === undefined ? {} : { refetchInterval: every }),
  });
}

type Page = { nextCursor: string | null };

/** A list that goes on where the reader does. */
export function usePages<A extends Address>(
  address: A,
  ask: Ask<A> & { query?: object },
  { enabled = true }: Options = {},
) {
  return useInfiniteQuery({
    queryKey: ['pages', address, ask],
    queryFn: ({ pageParam, signal }): Promise<Answer<A> & Page> => {
      const query = { ...ask.query, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return call(address, { ...ask, query } as Ask<A>, signal) as Promise<Answer<A> & Page>;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** Changes something; every list that may show it is asked for again, or what was asked at one address alone. */
export function useChange<A extends Address>(address: A, shownBy?: Address) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ask: Ask<A>): Promise<Answer<A>> => call(address, ask),
    onSuccess: () => client.invalidateQueries(shownBy === undefined ? {} : { queryKey: [shownBy] }),
  });
}

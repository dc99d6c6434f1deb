import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { type Address, type Answer, type Ask, call } from './call.ts';
import type { ReadTogether } from './read-together.ts';

type Options<A extends Address> = {
  enabled?: boolean;
  /** Refetch interval in milliseconds; or what follows from the answer and the number of answers so far. */
  every?: number | false | ((data: Answer<A> | undefined, answers: number) => number | false);
};

/** Set by a page that asks once for all that it shows. */
export const Together = createContext<ReadTogether | null>(null);

export function asking<A extends Address>(address: A, ask: Ask<A>, together: ReadTogether | null = null) {
  return queryOptions({
    queryKey: [address, ask] as QueryKey,
    // The server answers a read as its route would.
    queryFn: ({ signal }): Promise<Answer<A>> =>
      (together?.read(address, ask, signal) as Promise<Answer<A>> | null) ?? call(address, ask, signal),
  });
}

/** The same within a page that may read together. */
export function useAsking<A extends Address>(address: A, ask: Ask<A>) {
  return asking(address, ask, useContext(Together));
}

/** A query to the server. While a changed query is loading, the last answer stays on screen. */
export function useAsk<A extends Address>(
  address: A,
  ask: Ask<A>,
  { enabled = true, every = false }: Options<A> = {},
) {
  return useQuery({
    ...useAsking(address, ask),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval:
      typeof every === 'function' ? ({ state }) => every(state.data, state.dataUpdateCount) : every,
  });
}

type Page = { nextCursor: string | null };

/** A list that loads page by page. */
export function usePages<A extends Address>(
  address: A,
  ask: Ask<A> & { query?: object },
  { enabled = true }: Pick<Options<A>, 'enabled'> = {},
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

/** A change on the server. Afterwards all queries are refetched, or only those of the given route. */
export function useChange<A extends Address>(address: A, shownBy?: Address) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ask: Ask<A>): Promise<Answer<A>> => call(address, ask),
    onSuccess: () => client.invalidateQueries(shownBy === undefined ? {} : { queryKey: [shownBy] }),
  });
}

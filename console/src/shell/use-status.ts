import type { Status } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Refusal } from '../api/call.ts';
import { asking } from '../api/use-ask.ts';
import { hasFailed, wasOnlySlow } from './ask-again.ts';

/** Poll interval: readers should know within ten seconds, at a low load. */
const WELL_MS = 4000;
const UNWELL_MS = 2000;

type Known = { status: Status | undefined; isReachable: boolean };

const isAway = (error: unknown) => error instanceof Refusal && error.status === 0;
const isWell = (status: Status | undefined, error: unknown) =>
  !isAway(error) && (status === undefined || status.store.state === 'up');

/** The state of the store, polled while the page is visible. */
export function useStatus(): Known {
  const client = useQueryClient();
  const { data, error, dataUpdatedAt } = useQuery({
    ...asking('GET /v1/status', {}),
    staleTime: 0,
    retry: false,
    // Otherwise an offline browser would not fetch and the last state would stay.
    networkMode: 'always',
    refetchInterval: ({ state }) => (isWell(state.data, state.error) ? WELL_MS : UNWELL_MS),
  });
  const well = isWell(data, error);
  const wasWell = useRef(well);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks again whenever the server has answered.
  useEffect(() => {
    // Refetches queries that failed meanwhile.
    const predicate = wasWell.current ? wasOnlySlow : hasFailed;
    if (well) void client.refetchQueries({ type: 'active', predicate });
    wasWell.current = well;
  }, [well, client, dataUpdatedAt]);
  return { status: data, isReachable: !isAway(error) };
}

import type { Status } from '@parley/contract';
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { asking } from '../api/use-ask.ts';

/** People should know within ten seconds; the server has to be asked for it gently. */
const WELL_MS = 4000;
const UNWELL_MS = 2000;

const isWell = (status: Status | undefined) => status === undefined || status.store.state === 'up';

/** How the store is doing, for as long as somebody looks at the page. */
export function useStatus(): Status | undefined {
  const client = useQueryClient();
  const { data } = useQuery({
    ...asking('GET /v1/status', {}),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (isWell(state.data) ? WELL_MS : UNWELL_MS),
  });
  const well = isWell(data);
  const wasWell = useRef(well);
  useEffect(() => {
    // What failed meanwhile is asked again, so that nobody has to press anything.
    if (well && !wasWell.current) void client.refetchQueries({ type: 'active', predicate: hasFailed });
    wasWell.current = well;
  }, [well, client]);
  return data;
}

/** A long list would be asked for page by page; it goes on where the reader does. */
function hasFailed({ state: { status, data } }: Query): boolean {
  const isList = typeof data === 'object' && data !== null && 'pages' in data;
  return status === 'error' && !isList;
}

import { useQuery } from '@tanstack/react-query';
import { asking } from '../api/use-ask.ts';
import { accountOf, mayIn, useMe } from '../state/me.ts';

const POLL_MS = 30_000;

/** The monitors of an application that are switched on, those that fire first; asked for once, wherever they are shown. */
export function useMonitors(appId: string) {
  const { data } = useQuery({
    ...asking('GET /v1/monitors', { query: { app: appId } }),
    enabled: mayIn(accountOf(useMe(), appId), 'interactions:read'),
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
    retry: false,
  });
  return (data?.data ?? []).filter(({ enabled }) => enabled);
}

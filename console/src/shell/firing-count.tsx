import { useQuery } from '@tanstack/react-query';
import { asking } from '../api/use-ask.ts';
import { accountOf, mayIn, useMe } from '../state/me.ts';

const POLL_MS = 30_000;

/** The number of monitors that fire. */
export function FiringCount({ appId }: { appId: string }) {
  const me = useMe();
  const { data } = useQuery({
    ...asking('GET /v1/monitors', { query: { app: appId } }),
    enabled: mayIn(accountOf(me, appId), 'interactions:read'),
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
    retry: false,
  });
  const firing = (data?.data ?? []).filter(({ state, enabled }) => enabled && state === 'firing').length;
  if (firing === 0) return null;
  return (
    <span className="tabular ml-auto rounded-full bg-bad-soft px-1.5 text-xs leading-5 font-medium text-bad">
      {firing}
      <span className="sr-only"> firing</span>
    </span>
  );
}

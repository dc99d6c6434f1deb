import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { asking } from '../api/use-ask.ts';
import { accountOf, mayIn, useMe } from '../state/me.ts';
import { MAX_NEW, newCount, remember, seenUntil } from './new-rejections.ts';

const POLL_MS = 30_000;

/** The number of payloads rejected since the reader last opened Ingestion. */
export function RejectionCount({ appId, isOpen }: { appId: string; isOpen: boolean }) {
  const me = useMe();
  const { data, refetch } = useQuery({
    ...asking('GET /v1/rejections', { query: { app: appId, limit: MAX_NEW + 1 } }),
    enabled: mayIn(accountOf(me, appId), 'interactions:read'),
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
    // The banner reports a store that does not answer.
    retry: false,
  });
  const rejections = data?.data ?? [];
  // Opening the page marks rejections since the last answer as seen, too.
  useEffect(() => {
    if (isOpen) void refetch();
  }, [isOpen, refetch]);
  useEffect(() => {
    if (isOpen) remember(appId, data?.data ?? []);
  }, [isOpen, appId, data]);
  const count = isOpen ? null : newCount(rejections, seenUntil(appId));
  if (count === null) return null;
  return (
    <span className="tabular ml-auto rounded-full bg-bad-soft px-1.5 text-xs leading-5 font-medium text-bad">
      {count}
      <span className="sr-only"> new rejections</span>
    </span>
  );
}

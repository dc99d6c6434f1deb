import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { asking } from '../api/use-ask.ts';
import { accountOf, mayIn, useMe } from '../state/me.ts';
import { MOST_NEW, newCount, remember, seenUntil } from './new-rejections.ts';

const EVERY_MS = 30_000;

/** How many payloads were rejected since somebody last looked at the page that lists them. */
export function RejectionCount({ appId, isOpen }: { appId: string; isOpen: boolean }) {
  const me = useMe();
  const { data, refetch } = useQuery({
    ...asking('GET /v1/rejections', { query: { app: appId, limit: MOST_NEW + 1 } }),
    enabled: mayIn(accountOf(me, appId), 'interactions:read'),
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
    // The banner says when the store does not answer.
    retry: false,
  });
  const rejections = data?.data ?? [];
  // Whoever comes to the page sees what came since the last answer, too.
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

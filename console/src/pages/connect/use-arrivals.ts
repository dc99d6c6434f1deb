import type { Arrival } from '@parley/contract';
import { useEffect, useState } from 'react';
import { useAsk } from '../../api/use-ask.ts';
import { withNew } from './new-arrivals.ts';

const POLL_MS = 2000;

export type Arrivals = {
  /** The ways since the start of the server; undefined while loading. */
  known: readonly Arrival[] | undefined;
  /** Those that began while the page is open, the newest first. */
  greeted: readonly Arrival[];
};

/** Follows the ways in which interactions of the application arrive. */
export function useArrivals(appId: string): Arrivals {
  const [openedAt] = useState(Date.now);
  const [since, setSince] = useState<number>();
  const [greeted, setGreeted] = useState<readonly Arrival[]>([]);
  const { data } = useAsk('GET /v1/arrivals', { query: { app: appId } }, { every: POLL_MS });
  useEffect(() => {
    if (!data) return;
    // By the clock of the server, which may differ from this one.
    const opened = since ?? Date.parse(data.now) - (Date.now() - openedAt);
    setSince(opened);
    setGreeted((before) => withNew(before, data.data, opened));
  }, [data, since, openedAt]);
  return { known: data?.data, greeted };
}

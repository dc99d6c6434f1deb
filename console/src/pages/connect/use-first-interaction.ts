import type { ListedInteraction } from '@parley/contract';
import { useEffect, useState } from 'react';
import { Refusal } from '../../api/call.ts';
import { useAsk } from '../../api/use-ask.ts';

/** `connected`: there were interactions before the page was opened. `away`: the store is not responding. */
export type FirstInteraction =
  | { state: 'unknown' | 'connected' | 'waiting' | 'away' }
  | { state: 'arrived'; interaction: ListedInteraction };

const POLL_MS = 2000;

/** Polls until there is an interaction. */
export function useFirstInteraction(appId: string): FirstInteraction {
  const [openedAt] = useState(Date.now);
  const [waited, setWaited] = useState(false);
  const [away, setAway] = useState(false);
  const [done, setDone] = useState(false);
  const question = { query: { app: appId, limit: 1 } };
  const { data, error } = useAsk('GET /v1/interactions', question, done ? {} : { every: POLL_MS });
  const [interaction] = data?.data ?? [];
  useEffect(() => {
    // Remembered, since a refetch clears the error while it runs.
    if (error instanceof Refusal && (error.status === 503 || error.status === 0)) setAway(true);
    if (data) setAway(false);
    if (error || (data && !interaction)) setWaited(true);
    if (interaction) setDone(true);
  }, [data, error, interaction]);

  if (interaction) {
    // A slow first answer may contain an interaction that arrived while the page was open.
    const isNew = waited || Date.parse(interaction.receivedAt) >= openedAt;
    return isNew ? { state: 'arrived', interaction } : { state: 'connected' };
  }
  if (away) return { state: 'away' };
  return { state: data ? 'waiting' : 'unknown' };
}

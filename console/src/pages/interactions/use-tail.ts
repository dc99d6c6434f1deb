/** Interactions as they are stored, the newest first, and the scores about them. */
import type { Interaction, ScoreEvent } from '@parley/contract';
import { useEffect, useState } from 'react';
import { urlOf } from '../../api/call.ts';
import { type Row, rowOf } from './row.ts';

export type Connection = 'connecting' | 'open' | 'lost';

/** Maximum number of live rows; older ones are in the list after a refresh. */
export const MAX_ROWS = 1000;
/** Rows are rendered in batches: they may arrive every millisecond. */
const FLUSH_MS = 200;
const RETRY_MS = 3000;

export type Tail = {
  rows: readonly Row[];
  /** Scores, the newest last; older ones are in the list after a refresh. */
  scores: readonly ScoreEvent[];
  connection: Connection;
  /** Whether live rows were dropped. */
  full: boolean;
  /** The number of arrived rows, including dropped ones. */
  arrived: number;
};

const NOTHING: Tail = { rows: [], scores: [], connection: 'connecting', full: false, arrived: 0 };

/**
 * @param query The query to follow; null for none.
 * @param onOpen Called on connection, before any row arrives: rows stored before it may be missing.
 */
export function useTail(query: Record<string, unknown> | null, onOpen: () => void): Tail {
  const [tail, setTail] = useState(NOTHING);
  const address = query && urlOf('/v1/tail', {}, query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another tail; the rest is as it was then.
  useEffect(() => {
    setTail(NOTHING);
    if (query === null) return;
    return follow(query, setTail, onOpen);
  }, [address]);
  return tail;
}

type Update = (change: (tail: Tail) => Tail) => void;

function follow(query: Record<string, unknown>, update: Update, onOpen: () => void): () => void {
  let source: EventSource | undefined;
  let lastEventId: string | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let flush: ReturnType<typeof setTimeout> | undefined;
  let arrived: Row[] = [];
  let scores: ScoreEvent[] = [];

  const connect = () => {
    source = new EventSource(urlOf('/v1/tail', {}, { ...query, lastEventId }));
    source.addEventListener('open', () => {
      update((tail) => ({ ...tail, connection: 'open' }));
      if (lastEventId === undefined) onOpen();
    });
    source.addEventListener('error', () => {
      update((tail) => ({ ...tail, connection: 'lost' }));
      // The browser reconnects by itself, unless the response was not an event stream.
      if (source?.readyState === EventSource.CLOSED) retry = setTimeout(connect, RETRY_MS);
    });
    source.addEventListener('interaction', (event: MessageEvent<string>) => {
      lastEventId = event.lastEventId;
      arrived.push(rowOf(JSON.parse(event.data) as Interaction));
      soon();
    });
    source.addEventListener('score', (event: MessageEvent<string>) => {
      scores.push(JSON.parse(event.data) as ScoreEvent);
      soon();
    });
  };
  const soon = () => {
    flush ??= setTimeout(() => {
      const [newest, given] = [arrived.reverse(), scores];
      [arrived, scores, flush] = [[], [], undefined];
      update((tail) => ({
        ...withRows(tail, newest),
        scores: given.length === 0 ? tail.scores : [...tail.scores, ...given].slice(-MAX_ROWS),
      }));
    }, FLUSH_MS);
  };
  connect();
  return () => {
    source?.close();
    clearTimeout(retry);
    clearTimeout(flush);
  };
}

/** Events may repeat after a reconnection. */
function withRows(tail: Tail, newest: readonly Row[]): Tail {
  const known = new Set(tail.rows.map(({ id }) => id));
  const unknown = newest.filter(({ id }) => !known.has(id));
  const rows = [...unknown, ...tail.rows];
  return {
    ...tail,
    rows: rows.slice(0, MAX_ROWS),
    full: tail.full || rows.length > MAX_ROWS,
    arrived: tail.arrived + unknown.length,
  };
}

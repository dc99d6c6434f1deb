/** The notice while the store is unhealthy; null if it is healthy. */
import type { Status } from '@parley/contract';
import { count, duration } from '../lib/format.ts';

export type Notice = {
  /** The problem. */
  title: string;
  /** What it means for the reader. */
  detail: string;
};

/** Without the server, the state of the store is unknown. */
export const UNREACHABLE: Notice = {
  title: 'Parley cannot be reached.',
  detail: 'Check your connection. This page updates once it is back.',
};

export function storeNotice({ store, journal }: Status): Notice | null {
  const title = titleOf(store, journal);
  return title === null ? null : { title, detail: detailOf(journal) };
}

function titleOf(
  { state, silentSeconds, reason }: Status['store'],
  journal: Status['journal'],
): string | null {
  switch (state) {
    case 'up':
      return null;
    case 'starting':
      return 'The store is starting.';
    case 'silent':
      return `The store has not answered for ${seconds(silentSeconds)}.`;
    case 'behind':
      return `The store is behind by ${seconds(journal.oldestSeconds)}.`;
    case 'refused':
      return `Nothing is written to the store. ${reason ?? ''}`.trim();
  }
}

function detailOf({ waiting, refusing }: Status['journal']): string {
  const waits =
    waiting === 0
      ? 'new interactions wait in the journal'
      : waiting === 1
        ? '1 interaction waits in the journal'
        : `${count(waiting)} interactions wait in the journal`;
  if (refusing === null) return `Nothing is lost: ${waits}.`;
  // Refused interactions do not wait in the journal.
  const safe = waiting === 0 ? '' : `${waits[0]?.toUpperCase()}${waits.slice(1)}. `;
  return `${safe}New interactions are refused: ${refusing}.`;
}

function seconds(value: number): string {
  return duration(value * 1000);
}

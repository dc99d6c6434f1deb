/** The health of the store in one word, from what is known without asking it. */
import type { StoreHealth } from '@parley/contract';

export type Signs = {
  hasAnswered: boolean;
  silentMs: number;
  /** Its tables exist. */
  isPrepared: boolean;
  /** Why nothing is written to it until an operator intervenes. */
  refused: string | null;
  /** Age of the oldest frame that waits for it. */
  lagMs: number;
};

/** The heartbeat is every two seconds; one answer may be late on a busy machine. */
export const SILENT_MS = 4000;
/** An engine that has to be compiled first starts slowly. */
const STARTING_MS = 60_000;
/** A frame that waits longer means that the drain does not move. */
export const STALLED_MS = 60_000;

export function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1000)} s`;
}

export function storeHealth(signs: Signs): StoreHealth {
  const state = stateOf(signs);
  return {
    state,
    silentSeconds: state === 'silent' || !signs.hasAnswered ? signs.silentMs / 1000 : 0,
    reason: state === 'refused' ? signs.refused : null,
  };
}

function stateOf({ hasAnswered, silentMs, isPrepared, refused, lagMs }: Signs): StoreHealth['state'] {
  if (silentMs >= (hasAnswered ? SILENT_MS : STARTING_MS)) return 'silent';
  if (refused !== null) return 'refused';
  if (!hasAnswered || !isPrepared) return 'starting';
  return lagMs > STALLED_MS ? 'behind' : 'up';
}

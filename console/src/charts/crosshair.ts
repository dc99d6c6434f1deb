/** The moment under the pointer: all charts of a page mark it, and the hovered one shows a tooltip. */
import { useSyncExternalStore } from 'react';

export type Moment = { time: string; chart: string };

let moment: Moment | null = null;
const listeners = new Set<() => void>();

export function pointAt(next: Moment | null): void {
  if (next?.time === moment?.time && next?.chart === moment?.chart) return;
  moment = next;
  for (const listener of listeners) listener();
}

/** A chart that unmounts clears its mark. */
export function pointAway(chart: string): void {
  if (moment?.chart === chart) pointAt(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useMoment(): Moment | null {
  return useSyncExternalStore(subscribe, () => moment);
}

/**
 * The bucket that contains a moment. A bucket ends where the next begins; the last is as long as the one
 * before.
 */
export function indexOf(times: readonly string[], time: string): number | null {
  const at = Date.parse(time);
  const index = times.findLastIndex((start) => Date.parse(start) <= at);
  if (index === -1) return null;
  if (index < times.length - 1) return index;
  const [last, before] = [Date.parse(times[index] ?? ''), Date.parse(times[index - 1] ?? '')];
  return at === last || at < last + (last - before) ? index : null;
}

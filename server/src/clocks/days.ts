import { offsetSpans } from './offsets.ts';
import type { Range } from './range.ts';

const DAY = 24 * 60 * 60 * 1000;

/** A day in the local time of a zone; empty when the zone skipped it. */
export function dayOf(date: string, timeZone: string): Range {
  const midnight = Date.parse(date);
  return { from: momentOf(midnight, timeZone), to: momentOf(midnight + DAY, timeZone) };
}

/** The instant at which local time first reaches `shown`, or jumps over it. No zone is a day or more from UTC. */
function momentOf(shown: number, timeZone: string): number {
  for (const { from, to, offset } of offsetSpans({ from: shown - DAY, to: shown + DAY }, timeZone)) {
    const moment = Math.max(from, shown - offset);
    if (moment < to) return moment;
  }
  return shown;
}

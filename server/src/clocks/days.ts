import { evenStretches } from './offsets.ts';
import type { Range } from './range.ts';

const DAY = 24 * 60 * 60 * 1000;

/** A day by the clocks of a zone. One that a zone skipped is empty. */
export function dayOf(date: string, timeZone: string): Range {
  const midnight = Date.parse(date);
  return { from: momentOf(midnight, timeZone), to: momentOf(midnight + DAY, timeZone) };
}

/** When clocks first show this or, where they skip it, more. Clocks are less than a day from UTC. */
function momentOf(shown: number, timeZone: string): number {
  for (const { from, to, offset } of evenStretches({ from: shown - DAY, to: shown + DAY }, timeZone)) {
    const moment = Math.max(from, shown - offset);
    if (moment < to) return moment;
  }
  return shown;
}

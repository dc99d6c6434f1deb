import { exactTime, relativeTime, shortTime } from '../lib/format.ts';

/** A time in the reader's zone; the exact value on hover. */
export function Time({ at, timeZone, relative }: { at: string; timeZone: string; relative?: boolean }) {
  return (
    <time dateTime={at} title={exactTime(at, timeZone)} className="whitespace-nowrap">
      {relative ? relativeTime(at) : shortTime(at, timeZone)}
    </time>
  );
}

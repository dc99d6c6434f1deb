/** The times of buckets in words, from the beginning to the end of what each covers. */
import type { Bucket } from '@parley/contract';
import { dayOf, startOfDay } from '../../lib/calendar.ts';
import { LOCALE } from '../../lib/locale.ts';
import { spanText } from '../../lib/span-text.ts';
import { monthAndYear, wallClock } from '../../lib/wall-clock.ts';
import { lengthOf } from '../../state/view.ts';
import { type Stacked, spanOf, unfinishedIn } from './series.ts';

const DAY_MS = 86_400_000;

export function bucketLabels(
  data: Stacked,
  bucket: Bucket,
  timeZone: string,
  now = Date.now(),
  locale = LOCALE,
): (time: string) => string {
  const unfinished = unfinishedIn(data, now);
  return (time) => {
    if (bucket === 'month') return monthAndYear(wallClock(time, timeZone), locale);
    const index = data.times.indexOf(time);
    const span = spanOf(data, index) ?? { from: time, to: time };
    const from = Date.parse(span.from);
    // The current bucket has its own end: it is not over with the range, which ends now.
    const to = index === unfinished ? endOf(time, bucket, timeZone) : Date.parse(span.to);
    return spanText(from, to, { timeZone, now, locale });
  };
}

/** Buckets of days end at midnight, whatever the length of a day. */
function endOf(time: string, bucket: Bucket, timeZone: string): number {
  const start = Date.parse(time);
  const length = lengthOf(bucket);
  return length < DAY_MS ? start + length : startOfDay(dayOf(start, timeZone) + length / DAY_MS, timeZone);
}

/** Time labels below a chart: round times, as many as fit, without duplicates and not clipped. */
import { LOCALE } from '../lib/locale.ts';
import { clockText, dayNumber, dayText, monthText, type Wall, wallClock } from '../lib/wall-clock.ts';
import type { WidthOf } from './text-width.ts';

export type Tick = { index: number; text: string };

/** In pixels. `left` and `right`: how far a label may extend beyond the first and the last mark. */
export type Room = { step: number; count: number; left: number; right: number; widthOf: WidthOf };

const GAP = 20;
const MINUTES = [1, 5, 10, 15, 30, 60, 120, 180, 360, 720];
const DAYS = [1, 2, 7, 14, 28];
const MONTHS = [1, 2, 3, 6, 12];
/** The number of the first Monday, counted from 1 January 1970. */
const MONDAY = 4;
/** Up to this many days, labels show hours. */
const FEW_DAYS = 4;

type Shown = { index: number; wall: Wall };

/** The densest labels that fit, round in a time zone. */
export function ticksByClock(
  times: readonly string[],
  timeZone: string,
  room: Room,
  locale = LOCALE,
): Tick[] {
  const texts = textsIn(locale);
  const all = times.map((time, index) => ({ index, wall: wallClock(time, timeZone) }));
  for (const row of rowsOf(all, texts)) {
    const ticks = within(row, room);
    if (ticks.length > 0 && fits(ticks, room)) return ticks;
  }
  return evenTicks(times, (time) => texts.day(wallClock(time, timeZone)), room);
}

type TextOf = (wall: Wall) => string;

function textsIn(locale: string): Record<'day' | 'month' | 'dayAndClock', TextOf> {
  const day: TextOf = (wall) => dayText(wall, locale);
  return {
    day,
    month: (wall) => monthText(wall, locale),
    dayAndClock: (wall) => `${day(wall)} ${clockText(wall)}`,
  };
}

function* rowsOf(all: readonly Shown[], texts: ReturnType<typeof textsIn>): Generator<Tick[]> {
  const days = beginnings(
    all,
    ({ wall }) => dayNumber(wall),
    (first) => minuteOf(first) === 0,
  );
  const isWithinDay = days.length < all.length - 1 || (all.length === 1 && days.length === 0);
  if (isWithinDay) {
    for (const minutes of MINUTES)
      yield every(all, minutes, minuteOf).map((one) =>
        tick(one, minuteOf(one) === 0 ? texts.day : clockText),
      );
    if (days.length < FEW_DAYS)
      for (const minutes of MINUTES.slice(-3))
        yield every(all, minutes, minuteOf).map((one) =>
          tick(one, minuteOf(one) === 0 ? texts.day : texts.dayAndClock),
        );
  }
  for (const step of DAYS)
    yield every(days, step, ({ wall }) => dayNumber(wall) - MONDAY).map((one) => tick(one, texts.day));
  const months = beginnings(all, monthOf, ({ wall }) => wall.day === 1);
  for (const step of MONTHS)
    yield every(months, step, ({ wall }) => wall.month - 1).map((one) => tick(one, texts.month));
}

/** The first mark of each day or month, except the one that the chart begins in. */
function beginnings(
  all: readonly Shown[],
  of: (shown: Shown) => number,
  begins: (first: Shown) => boolean,
): Shown[] {
  return all.filter((one, i) => {
    const before = all[i - 1];
    return before === undefined ? begins(one) : of(before) !== of(one);
  });
}

function monthOf({ wall: { year, month } }: Shown): number {
  return 12 * year + month;
}

function every(all: readonly Shown[], step: number, of: (shown: Shown) => number): Shown[] {
  return all.filter((one) => of(one) % step === 0);
}

function minuteOf({ wall: { hour, minute } }: Shown): number {
  return 60 * hour + minute;
}

function tick({ index, wall }: Shown, textOf: TextOf): Tick {
  return { index, text: textOf(wall) };
}

/** Every nth mark, for charts without a time zone. */
export function evenTicks(times: readonly string[], textOf: (time: string) => string, room: Room): Tick[] {
  for (let every = 1; every <= times.length; every++) {
    const ticks = within(
      times.flatMap((time, index) =>
        index % every === Math.floor(every / 2) ? [{ index, text: textOf(time) }] : [],
      ),
      room,
    );
    if (ticks.length > 0 && fits(ticks, room)) return ticks;
  }
  return [];
}

function within(ticks: readonly Tick[], room: Room): Tick[] {
  return ticks.filter((one) => {
    const [from, to] = boxOf(one, room);
    return from >= -room.left && to <= room.step * room.count + room.right;
  });
}

function fits(ticks: readonly Tick[], room: Room): boolean {
  const isTwice = new Set(ticks.map(({ text }) => text)).size < ticks.length;
  return (
    !isTwice &&
    ticks.every((one, i) => {
      const next = ticks[i + 1];
      return next === undefined || boxOf(next, room)[0] - boxOf(one, room)[1] >= GAP;
    })
  );
}

function boxOf({ index, text }: Tick, { step, widthOf }: Room): readonly [from: number, to: number] {
  const center = step * (index + 0.5);
  const half = widthOf(text) / 2;
  return [center - half, center + half];
}

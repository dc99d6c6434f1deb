import type { Series } from './time-series.ts';

/** Maximum distance between pointer and line, in pixels. */
const REACH = 24;

/** The line under the pointer, if any. */
export function nearest(
  series: readonly Series[],
  index: number,
  at: number,
  y: (value: number) => number,
): string | null {
  const [first] = series
    .flatMap(({ name, values }) => {
      const value = values[index] ?? null;
      return value === null ? [] : [{ name, distance: Math.abs(y(value) - at) }];
    })
    .filter(({ distance }) => distance <= REACH)
    .sort((a, b) => a.distance - b.distance);
  return first?.name ?? null;
}

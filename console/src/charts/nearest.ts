import type { Series } from './time-series.ts';

/** In pixels: farther away, nobody means the line. */
const REACH = 24;

/** The line that somebody points at, if they do. */
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

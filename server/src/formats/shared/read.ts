import type { Json } from '../format.ts';

/*
 * Total accessors over JSON of unknown shape: each answers for every value, none throws. Formats read
 * fixed names only and never copy a key of the user's JSON, so `__proto__` is data like any other.
 */

const NOTHING: Json = Object.freeze({});
const NONE: readonly unknown[] = Object.freeze([]);

/** Maximum plausible token count of one exchange; sums stay far from overflowing. */
const MAX_TOKENS = 1_000_000_000;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function obj(value: unknown): Json {
  return isObject(value) ? value : NOTHING;
}

export function arr(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NONE;
}

/** A list where the upstream accepts one element bare: `[x]`, `x` or nothing. */
export function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? NONE : [value];
}

/**
 * Any string, the empty one included. A lone surrogate is legal JSON but not UTF-8: the store would
 * refuse the row, so it becomes U+FFFD here; the raw bytes keep it.
 */
export function text(value: unknown): string | null {
  return typeof value === 'string' ? value.toWellFormed() : null;
}

/** Names and ids: an empty string says nothing. */
export function name(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.toWellFormed() : null;
}

/** Codes and reasons, which some upstreams send as numbers. */
export function label(value: unknown): string | null {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : name(value);
}

/** A token count: a non-negative integer; fractions are cut, anything else is unknown. */
export function count(value: unknown): number | null {
  if (typeof value !== 'number' || !(value >= 0 && value <= MAX_TOKENS)) return null;
  // `+ 0` turns -0 into 0.
  return Math.trunc(value) + 0;
}

/** The sum of what is known; unknown when nothing is. */
export function sum(counts: readonly (number | null)[]): number | null {
  let total: number | null = null;
  for (const value of counts) if (value !== null) total = (total ?? 0) + value;
  return total;
}

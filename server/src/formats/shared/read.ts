import type { Json } from '../format.ts';

/*
 * Total accessors for JSON of unknown shape: they accept every value and never throw. Formats read only
 * fixed names and never copy a key of the user's JSON, so `__proto__` is harmless.
 */

const EMPTY_OBJECT: Json = Object.freeze({});
const EMPTY_LIST: readonly unknown[] = Object.freeze([]);

/** Maximum plausible token count of one exchange; sums stay far from overflowing. */
const MAX_TOKENS = 1_000_000_000;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function obj(value: unknown): Json {
  return isObject(value) ? value : EMPTY_OBJECT;
}

export function arr(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : EMPTY_LIST;
}

/** A list where the upstream also accepts a single bare element: `[x]`, `x` or nothing. */
export function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? EMPTY_LIST : [value];
}

/**
 * Any string, including the empty one. A lone surrogate is valid JSON but not UTF-8, and the store would
 * refuse the row, so it becomes U+FFFD; the raw bytes keep it.
 */
export function text(value: unknown): string | null {
  return typeof value === 'string' ? value.toWellFormed() : null;
}

/** Names and ids; an empty string counts as absent. */
export function name(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.toWellFormed() : null;
}

/** Codes and reasons, which some upstreams send as numbers. */
export function label(value: unknown): string | null {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : name(value);
}

/** A token count: a non-negative integer. Fractions are truncated; anything else is unknown. */
export function count(value: unknown): number | null {
  if (typeof value !== 'number' || !(value >= 0 && value <= MAX_TOKENS)) return null;
  // `+ 0` turns -0 into 0.
  return Math.trunc(value) + 0;
}

/** The sum of the known values; null when all are unknown. */
export function sum(counts: readonly (number | null)[]): number | null {
  let total: number | null = null;
  for (const value of counts) if (value !== null) total = (total ?? 0) + value;
  return total;
}

/** When a failed delivery is tried again: the table of Standard Webhooks 1.0.0. */
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The wait before each attempt; the first one is made at once. */
export const RETRY_TABLE: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** The longest wait that a receiver can ask for: what the table waits at most. */
export const MAX_RETRY_AFTER_MS = 24 * HOUR;

/** Added to a wait, so that receivers that failed together are not asked together. */
const JITTER = 0.2;

/** The wait after this many failed attempts; null when the last one was made. */
export function waitAfterAttempts(
  attempts: number,
  retryAfterMs: number | null,
  random = Math.random,
): number | null {
  const wait = RETRY_TABLE[attempts];
  if (wait === undefined) return null;
  const asked = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  return Math.round(Math.max(wait, asked) * (1 + JITTER * random()));
}

/** The header `retry-after` in milliseconds: seconds or a date. Null when it is neither, or in the past. */
export function readRetryAfter(value: string | undefined, now = Date.now()): number | null {
  if (value === undefined) return null;
  if (/^\d{1,10}$/.test(value.trim())) return Number(value) * SECOND;
  const at = Date.parse(value);
  return at > now ? at - now : null;
}

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** How long the page may take to show it: the machine may be busy. */
const WITHIN_MS = 30_000;
const POLL_MS = 20;

/**
 * Reads from the page until it is what is expected, or matches a pattern. What a page shows right after an action is
 * often what it showed before, so nothing is asserted of a single reading. Fails with the last reading.
 */
export async function becomes<T>(
  read: () => T | Promise<T>,
  expected: T | RegExp,
  what?: string,
): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    const shown = await read();
    if (isExpected(shown, expected)) return;
    if (performance.now() > deadline) {
      if (expected instanceof RegExp) assert.match(String(shown), expected, what);
      assert.deepEqual(shown, expected, what);
    }
    await sleep(POLL_MS);
  }
}

function isExpected(shown: unknown, expected: unknown): boolean {
  if (expected instanceof RegExp) return expected.test(String(shown));
  return isDeepStrictEqual(shown, expected);
}

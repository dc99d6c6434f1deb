import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a condition, and fails with its name when it does not come true in time. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 10_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Still not true after ${timeoutMs} ms: ${what}`);
    await sleep(2);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Polls a condition until it is true; fails with its name after the timeout. */
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

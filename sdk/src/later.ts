/** What a timer can wait for; it takes more for nothing. */
export const LONGEST_MS = 2 ** 31 - 1;

/** A timer that does not keep the process alive. */
export function later(milliseconds: number, run: () => void): ReturnType<typeof setTimeout> {
  const timer = setTimeout(run, milliseconds);
  if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.();
  return timer;
}

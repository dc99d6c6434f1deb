/** Maximum delay of a timer; a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** A timer that does not keep the process alive. */
export function backgroundTimer(milliseconds: number, run: () => void): ReturnType<typeof setTimeout> {
  const timer = setTimeout(run, milliseconds);
  if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.();
  return timer;
}

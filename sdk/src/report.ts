import type { ParleyError } from './errors.ts';

const WARN_EVERY_MS = 60_000;

/** A function that reports errors to `onError` or the console, and never throws. */
export function reporter(onError: ((error: ParleyError) => void) | undefined): (error: ParleyError) => void {
  const report = onError ?? warner();
  return (error) => {
    try {
      // A rejection of an async `onError` is ignored.
      void Promise.resolve(report(error)).catch(() => {});
    } catch {
      // So is an exception.
    }
  };
}

function warner(): (error: ParleyError) => void {
  const warnedAt = new Map<string, number>();
  return ({ code, reason, message }) => {
    const now = Date.now();
    const kind = `${code} ${reason}`;
    if (now - (warnedAt.get(kind) ?? 0) < WARN_EVERY_MS) return;
    warnedAt.set(kind, now);
    // biome-ignore lint/suspicious/noConsole: the only place where a program that gave no `onError` learns of it
    console.warn(`Parley: ${message}`);
  };
}

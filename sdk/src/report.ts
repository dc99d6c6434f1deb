import type { ParleyError } from './errors.ts';

const WARN_EVERY_MS = 60_000;

/** Where errors go; nothing that happens there comes back. */
export function reporter(onError: ((error: ParleyError) => void) | undefined): (error: ParleyError) => void {
  const report = onError ?? warner();
  return (error) => {
    try {
      // What becomes of it is not our business, also where it takes its time.
      void Promise.resolve(report(error)).catch(() => {});
    } catch {
      // Nor is this.
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

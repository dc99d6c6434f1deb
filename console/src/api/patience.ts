/** How long a page waits for an answer before it says so, however often it asks again meanwhile. */
const PATIENCE_MS = 8000;

/** When each question was first asked: the signal is the same for all tries. */
const asked = new WeakMap<AbortSignal, number>();

export type Wait = {
  /** Aborted when nobody waits any more, or the time is up. */
  signal: AbortSignal;
  isUp: () => boolean;
  /** The answer has begun: however long it is, it may be read to its end. */
  begun: () => void;
  end: () => void;
};

export function beginWait(signal: AbortSignal, now = performance.now()): Wait {
  const since = asked.get(signal) ?? now;
  asked.set(signal, since);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), Math.max(0, since + PATIENCE_MS - now));
  return {
    signal: AbortSignal.any([signal, limit.signal]),
    isUp: () => limit.signal.aborted && !signal.aborted,
    begun() {
      clearTimeout(timer);
      // Of a list, the next page is another question.
      asked.delete(signal);
    },
    end: () => clearTimeout(timer),
  };
}

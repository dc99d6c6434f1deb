/** Returns the memory of a busy period to the system once a thread is idle. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8 collects only while it allocates: an idle thread would keep everything it had. */
const IDLE_MS = 3000;

/**
 * To be called after each piece of work; once none has been done for a while, the calling thread collects its
 * garbage. A collection blocks the thread for tens of milliseconds, so the acknowledging thread must not use
 * it.
 */
export function collectWhenIdle(idleMs = IDLE_MS): () => void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  let timer: NodeJS.Timeout | undefined;
  return () => {
    if (timer) timer.refresh();
    else timer = setTimeout(collect, idleMs).unref();
  };
}

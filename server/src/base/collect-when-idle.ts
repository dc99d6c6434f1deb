/** Memory that a busy time has left behind, given back when it is over. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Nothing is collected while nothing is allocated: without this, a thread that rests keeps all it had. */
const IDLE_MS = 3000;

/**
 * To be called whenever something was done: once nothing was for a while, the garbage of the calling thread is collected.
 * That holds up this thread for some tens of milliseconds, so it is not for the one that acknowledges.
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

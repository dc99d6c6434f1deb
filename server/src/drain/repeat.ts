/** A job that runs again and again in the background. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BackOff, type BackOffRule } from '../base/back-off.ts';

export type RepeatOptions = {
  /** One run; returns the milliseconds until the next. */
  work: (signal: AbortSignal) => Promise<number>;
  onFailure: (error: unknown) => void;
  /** Delays after failures. */
  retry: BackOffRule;
};

/** Resolves `stop` once the current run has ended. */
export type Repeated = { stop: () => Promise<void> };

export function repeat({ work, onFailure, retry }: RepeatOptions): Repeated {
  const stopping = new AbortController();
  const { signal } = stopping;
  const backOff = new BackOff(retry);
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const pause = await attempt();
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }

  async function attempt(): Promise<number> {
    try {
      const pause = await work(signal);
      backOff.reset();
      return pause;
    } catch (error) {
      onFailure(error);
      return backOff.next();
    }
  }
}

/** Runs jobs in the order they come in, as many at a time as the machine has room for. */
import type { Lane } from './suites.ts';

export type Slots = {
  /** Jobs that keep a core busy. */
  busy: number;
  /** Jobs that mostly wait, in addition. */
  waiting: number;
};

type Queued = { lane: Lane };

/**
 * The job to start next, or undefined when none may be started now. A busy slot that no busy job wants is taken by a
 * waiting one; jobs that run alone come last, one at a time.
 */
export function nextJob<J extends Queued>(
  queued: readonly J[],
  running: readonly Queued[],
  slots: Slots,
): J | undefined {
  const inLane = (jobs: readonly Queued[], lane: Lane) => jobs.filter((job) => job.lane === lane).length;
  const first = (lane: Lane) => queued.find((job) => job.lane === lane);
  if (inLane(running, 'alone') > 0) return undefined;
  const busyRunning = inLane(running, 'busy');
  const busy = first('busy');
  if (busy && busyRunning < slots.busy && running.length < slots.busy + slots.waiting) return busy;
  const waiting = first('waiting');
  const waitingSlots = slots.waiting + (busy ? 0 : slots.busy - busyRunning);
  if (waiting && inLane(running, 'waiting') < waitingSlots) return waiting;
  return running.length === 0 ? first('alone') : undefined;
}

/** Resolves when every job has ended, whatever came of it; `run` does not reject. */
export async function runQueue<J extends Queued>(
  jobs: readonly J[],
  slots: Slots,
  run: (job: J) => Promise<void>,
): Promise<void> {
  const queued = [...jobs];
  const running = new Map<J, Promise<void>>();
  while (queued.length > 0 || running.size > 0) {
    const job = nextJob(queued, [...running.keys()], slots);
    if (!job) {
      await Promise.race(running.values());
      continue;
    }
    queued.splice(queued.indexOf(job), 1);
    running.set(
      job,
      run(job).finally(() => running.delete(job)),
    );
  }
}

/**
 * A pool of worker threads for questions that would block this one, in which no asker fails or delays
 * another:
 *
 * - Askers take turns, and none takes all places (`FairQueue`). Waiting questions wait here; no thread has
 *   them yet.
 * - A question has a time limit, and a thread that stops responding is terminated.
 * - When a thread ends, the question that ended it fails with `TooCostly`, and its asker is isolated for a
 *   while. If several were running and the cause is unknown, each is repeated once, alone on a thread of its
 *   own.
 *
 * Threads start on demand; an idle one does not keep the process alive.
 */

import { Crowded, FairQueue } from '../base/fair-queue.ts';
import { Overdue, PoolThread, type PoolThreadOptions } from './pool-thread.ts';
import { Stalled } from './watched-worker.ts';

export { Crowded };

export type WorkerPoolOptions = {
  /** The worker's entry file; calls `answerQuestions`. */
  file: URL;
  /** Its `workerData`. */
  workerData?: unknown;
  threads: number;
  /** Questions per thread at a time; more than one where they wait for something else, such as the store. */
  atOnce?: number;
  /** Time limit of a question, from its turn on. */
  timeLimitMs: number;
  /** How long a thread may be unresponsive while it works; defaults to a question's time limit. */
  stallMs?: number;
  waiting: { inAll: number; perAsker: number };
  heapMegabytes: number;
  /** A thread ended without being closed. */
  onDied?: (cause: Error) => void;
};

export type AskOptions = {
  /**
   * Memory to transfer with the question. It is lost with the thread, so such a question is never repeated.
   */
  transfer?: readonly ArrayBuffer[];
  /** Aborted when nobody waits for the answer any more. */
  gone?: AbortSignal | undefined;
  /** Skips the queue; for questions that cost next to nothing. */
  now?: boolean;
};

/** Thrown when the question ended its thread or exceeded its time. */
export class TooCostly extends Error {
  readonly reason: 'memory' | 'time' | 'crash';

  constructor(reason: TooCostly['reason'], cause?: Error) {
    super(`The question could not be answered (${reason}).`, { cause });
    this.reason = reason;
  }
}

/** Thrown when nobody waits for the answer any more, or the pool was closed. */
export class Abandoned extends Error {
  readonly by: 'asker' | 'pool';

  constructor(by: Abandoned['by']) {
    super(by === 'asker' ? 'Nobody waits for the answer.' : 'The threads are being closed.');
    this.by = by;
  }
}

/** How long an asker that has ended a thread is isolated: its next question may do the same. */
const PROBATION_MS = 60_000;

type Asked<Question, Answer> = {
  asker: string;
  question: Question;
  transfer: readonly ArrayBuffer[];
  /** Whether it holds a place in its lane's queue. */
  takesTurns: boolean;
  /** Whether it has its answer, or needs none. */
  isOver: boolean;
  isOverdue: boolean;
  /** Withdraws it from wherever it is. */
  drop: () => void;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
};

/** Threads that share a queue. */
type Lane<Question, Answer> = {
  turns: FairQueue<Asked<Question, Answer>>;
  threads: Set<PoolThread<Asked<Question, Answer>, Answer>>;
  most: number;
};

export class WorkerPool<Question, Answer> {
  readonly #options: PoolThreadOptions;
  readonly #onDied: (cause: Error) => void;
  readonly #shared: Lane<Question, Answer>;
  /** One thread, one question at a time. */
  readonly #alone: Lane<Question, Answer>;
  /** Isolated askers, with the time at which that ends. */
  readonly #probation = new Map<string, number>();
  #closed = false;

  constructor({ threads, atOnce = 1, waiting, onDied = () => {}, ...options }: WorkerPoolOptions) {
    this.#options = { ...options, stallMs: options.stallMs ?? options.timeLimitMs };
    this.#onDied = onDied;
    const lane = (most: number, places: number): Lane<Question, Answer> => ({
      turns: new FairQueue({ places, waiting }),
      threads: new Set(),
      most,
    });
    this.#shared = lane(threads, threads * atOnce);
    // With one question at a time, every question is alone already.
    this.#alone = atOnce === 1 ? this.#shared : lane(1, 1);
  }

  /** Throws `Crowded`, `TooCostly`, `Abandoned`, or what the worker's function has thrown. */
  async ask(
    asker: string,
    question: Question,
    { transfer = [], gone, now }: AskOptions = {},
  ): Promise<Answer> {
    if (this.#closed) throw new Abandoned('pool');
    if (gone?.aborted) throw new Abandoned('asker');
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const asked: Asked<Question, Answer> = {
      asker,
      question,
      transfer,
      takesTurns: !now,
      isOver: false,
      isOverdue: false,
      drop: () => {},
      resolve,
      reject,
    };
    const lane = this.#isOnProbation(asker) ? this.#alone : this.#shared;
    if (now) this.#begin(lane, asked);
    else this.#wait(lane, asked);
    const leave = () => {
      asked.isOver = true;
      reject(new Abandoned('asker'));
      asked.drop();
    };
    gone?.addEventListener('abort', leave, { once: true });
    return promise.finally(() => gone?.removeEventListener('abort', leave));
  }

  async close(): Promise<void> {
    this.#closed = true;
    const lanes = [...new Set([this.#shared, this.#alone])];
    const left = lanes.flatMap(({ turns }) => turns.clear());
    const threads = lanes.flatMap((lane) => [...lane.threads]);
    const running = await Promise.all(threads.map((thread) => thread.close()));
    for (const { reject } of [...left, ...running.flat()]) reject(new Abandoned('pool'));
  }

  #isOnProbation(asker: string): boolean {
    const until = this.#probation.get(asker);
    if (until === undefined) return false;
    if (Date.now() < until) return true;
    this.#probation.delete(asker);
    return false;
  }

  #wait(lane: Lane<Question, Answer>, asked: Asked<Question, Answer>): void {
    lane.turns.wait(asked.asker, asked);
    asked.drop = () => lane.turns.leave(asked.asker, asked);
    this.#takeTurns(lane);
  }

  #takeTurns(lane: Lane<Question, Answer>): void {
    if (this.#closed) return;
    for (let turn = lane.turns.next(); turn; turn = lane.turns.next()) this.#begin(lane, turn.item);
  }

  #begin(lane: Lane<Question, Answer>, asked: Asked<Question, Answer>): void {
    asked.drop = this.#threadOf(lane).begin(asked);
  }

  /** The least busy thread; if all are busy, another one is started. */
  #threadOf(lane: Lane<Question, Answer>): PoolThread<Asked<Question, Answer>, Answer> {
    const [least] = [...lane.threads].sort((a, b) => a.load - b.load);
    if (least && (least.load === 0 || lane.threads.size >= lane.most)) return least;
    const release = (asked: Asked<Question, Answer>) => {
      asked.isOver = true;
      if (asked.takesTurns) lane.turns.done(asked.asker);
      this.#takeTurns(lane);
    };
    const thread = new PoolThread<Asked<Question, Answer>, Answer>(this.#options, {
      onAnswer(asked, answer) {
        asked.resolve(answer);
        release(asked);
      },
      onFailure(asked, error) {
        asked.reject(error);
        release(asked);
      },
      onOverdue(asked) {
        asked.isOver = true;
        asked.isOverdue = true;
        asked.reject(new TooCostly('time'));
      },
      onEnd: (cause, running) => {
        lane.threads.delete(thread);
        this.#onDied(cause);
        this.#settle(lane, cause, running);
      },
    });
    lane.threads.add(thread);
    return thread;
  }

  /** Fails the question that ended the thread, and repeats those that ran beside it. */
  #settle(lane: Lane<Question, Answer>, cause: Error, running: readonly Asked<Question, Answer>[]): void {
    for (const { takesTurns, asker } of running) if (takesTurns) lane.turns.done(asker);
    const wasAlone = running.length === 1 || lane === this.#alone;
    for (const asked of running) {
      if (cause instanceof Overdue ? asked.isOverdue : wasAlone) {
        this.#probation.set(asked.asker, Date.now() + PROBATION_MS);
        asked.reject(costOf(cause));
      } else if (asked.transfer.length > 0) asked.reject(costOf(cause));
      else if (!asked.isOver) this.#askAgain(asked);
    }
    this.#takeTurns(lane);
  }

  #askAgain(asked: Asked<Question, Answer>): void {
    asked.takesTurns = true;
    try {
      this.#wait(this.#alone, asked);
    } catch (error) {
      asked.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** The limit that a question exceeded when it ended its thread. */
export function costOf(cause: Error): TooCostly {
  if (cause instanceof Stalled || cause instanceof Overdue) return new TooCostly('time', cause);
  const isMemory = 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new TooCostly(isMemory ? 'memory' : 'crash', cause);
}

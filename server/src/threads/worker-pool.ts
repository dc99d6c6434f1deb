/**
 * Questions that would hold up this thread, answered by a few others, so that no asker fails or holds up another:
 *
 *   - Askers take turns, and none takes all places (`turns.ts`). What waits, waits here: no thread has it yet.
 *   - A question has a time limit, and a thread that stops listening is ended.
 *   - When a thread ends, the question that ended it is `TooCostly`, and its asker asks alone for a while. Where several
 *     were running and it is not known which of them it was, each is asked once more, alone on a thread of its own.
 *
 * Threads are started when they are needed, and an idle one does not keep the process from ending.
 */

import { Crowded, FairQueue } from '../base/fair-queue.ts';
import { Overdue, PoolThread, type PoolThreadOptions } from './pool-thread.ts';
import { Stalled } from './watched-worker.ts';

export { Crowded };

export type WorkerPoolOptions = {
  /** Calls `answerQuestions`. */
  file: URL;
  /** What it finds as `workerData`. */
  workerData?: unknown;
  threads: number;
  /** Questions of a thread at a time; more than one where they wait for something else, such as a store. */
  atOnce?: number;
  /** How long a question may take, from its turn on. */
  timeLimitMs: number;
  /** How long a thread may be deaf while it works; the time limit of a question, when absent. */
  stallMs?: number;
  waiting: { inAll: number; perAsker: number };
  heapMegabytes: number;
  /** A thread ended, though nobody closed it. */
  onDied?: (cause: Error) => void;
};

export type AskOptions = {
  /** Memory that is given away with the question. It is lost with the thread, so such a question is never asked again. */
  transfer?: readonly ArrayBuffer[];
  /** Nobody waits for the answer any more. */
  gone?: AbortSignal | undefined;
  /** Past those who wait, for what takes next to nothing. */
  now?: boolean;
};

/** The question ended its thread, or outlasted its time. */
export class TooCostly extends Error {
  readonly reason: 'memory' | 'time' | 'crash';

  constructor(reason: TooCostly['reason'], cause?: Error) {
    super(`The question could not be answered (${reason}).`, { cause });
    this.reason = reason;
  }
}

/** Nobody waits for the answer any more, or nobody is left to give it. */
export class Abandoned extends Error {
  readonly by: 'asker' | 'pool';

  constructor(by: Abandoned['by']) {
    super(by === 'asker' ? 'Nobody waits for the answer.' : 'The threads are being closed.');
    this.by = by;
  }
}

/** Whoever has ended a thread asks alone for so long: the next question might do the same. */
const PROBATION_MS = 60_000;

type Asked<Question, Answer> = {
  asker: string;
  question: Question;
  transfer: readonly ArrayBuffer[];
  /** Whether it has a place of its lane's turns. */
  takesTurns: boolean;
  /** It has its answer, or needs none. */
  isOver: boolean;
  isOverdue: boolean;
  /** Takes it back from wherever it is. */
  drop: () => void;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
};

/** Threads that share a line of questions. */
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
  /** Who asks alone, and until when. */
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
    // With one question at a time, each is alone already.
    this.#alone = atOnce === 1 ? this.#shared : lane(1, 1);
  }

  /** Fails with `Crowded`, `TooCostly`, `Abandoned`, or with what the thread's function has thrown. */
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

  /** The one with the least to do; while all have something to do, another one is started. */
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

  /** Whoever ended the thread is told so; what ran beside it is asked again. */
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

/** What a question took that ended its thread. */
export function costOf(cause: Error): TooCostly {
  if (cause instanceof Stalled || cause instanceof Overdue) return new TooCostly('time', cause);
  const isMemory = 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new TooCostly(isMemory ? 'memory' : 'crash', cause);
}

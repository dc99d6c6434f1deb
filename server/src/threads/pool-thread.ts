/** One thread of a `WorkerPool`: what it was asked, and for how long it may think about it. */
import { WatchedWorker, type WatchedWorkerOptions } from './watched-worker.ts';

export type ToPoolThread<Question> =
  | { kind: 'ask'; id: number; question: Question }
  | { kind: 'drop'; id: number };

export type FromPoolThread<Answer> =
  | { kind: 'answered'; id: number; answer: Answer }
  | { kind: 'failed'; id: number; failure: Error };

export type PoolThreadOptions = WatchedWorkerOptions & { timeLimitMs: number };

export type PoolThreadEvents<Job, Answer> = {
  onAnswer: (job: Job, answer: Answer) => void;
  onFailure: (job: Job, error: Error) => void;
  /** Its time is up. It keeps its place until the thread lets go of it, with an answer, a failure or its end. */
  onOverdue: (job: Job) => void;
  /** It ended, though nobody closed it, and these with it. */
  onEnd: (cause: Error, jobs: Job[]) => void;
};

/** The time of a question was up, and the thread did not let go of it. */
export class Overdue extends Error {
  constructor() {
    super('A question took too long, and its thread was ended with it.');
  }
}

/** Loading takes most of a second: as long as some questions that others could answer meanwhile. */
const STARTING = 4;
/** Others are asked first, however much they have to do. */
const DEAF = 1000;
/** A thread that listens lets go of a question whose time is up within this time. */
const GIVE_UP_MS = 2000;

type Running<Job> = { job: Job; timer: NodeJS.Timeout };

export class PoolThread<Job extends { question: unknown; transfer: readonly ArrayBuffer[] }, Answer> {
  readonly #worker: WatchedWorker<ToPoolThread<Job['question']>, FromPoolThread<Answer>>;
  readonly #events: PoolThreadEvents<Job, Answer>;
  readonly #timeLimitMs: number;
  readonly #running = new Map<number, Running<Job>>();
  #ids = 0;

  constructor({ timeLimitMs, ...options }: PoolThreadOptions, events: PoolThreadEvents<Job, Answer>) {
    this.#timeLimitMs = timeLimitMs;
    this.#events = events;
    this.#worker = new WatchedWorker(options, {
      onMessage: (message) => this.#take(message),
      onEnd: (cause) => events.onEnd(cause, this.#forget()),
    });
  }

  get load(): number {
    const { isUp, isDeaf } = this.#worker;
    return this.#running.size + (isUp ? 0 : STARTING) + (isDeaf ? DEAF : 0);
  }

  /** Gives back how to drop it. */
  begin(job: Job): () => void {
    const id = this.#ids++;
    const timer = setTimeout(() => this.#onOverdue(id), this.#timeLimitMs);
    this.#running.set(id, { job, timer });
    this.#worker.busy(true);
    this.#worker.post({ kind: 'ask', id, question: job.question }, job.transfer);
    return () => this.#drop(id);
  }

  /** What it was doing, which nobody will answer. */
  async close(): Promise<Job[]> {
    const jobs = this.#forget();
    await this.#worker.close();
    return jobs;
  }

  #take(message: FromPoolThread<Answer>): void {
    const running = this.#running.get(message.id);
    if (!running) return;
    clearTimeout(running.timer);
    this.#running.delete(message.id);
    if (this.#running.size === 0) this.#worker.busy(false);
    if (message.kind === 'answered') this.#events.onAnswer(running.job, message.answer);
    else this.#events.onFailure(running.job, message.failure);
  }

  #onOverdue(id: number): void {
    const running = this.#running.get(id);
    if (!running) return;
    running.timer = setTimeout(() => this.#worker.end(new Overdue()), GIVE_UP_MS);
    this.#events.onOverdue(running.job);
    this.#drop(id);
  }

  #drop(id: number): void {
    if (this.#running.has(id)) this.#worker.post({ kind: 'drop', id });
  }

  #forget(): Job[] {
    const all = [...this.#running.values()];
    this.#running.clear();
    for (const { timer } of all) clearTimeout(timer);
    return all.map(({ job }) => job);
  }
}

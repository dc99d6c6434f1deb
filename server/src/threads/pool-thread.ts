/** One thread of a `WorkerPool`: the questions it was given and their deadlines. */
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
  /** The question's time is up. It keeps its place until the thread replies, fails or ends. */
  onOverdue: (job: Job) => void;
  /** The thread ended without being closed, and these questions with it. */
  onEnd: (cause: Error, jobs: Job[]) => void;
};

/** Thrown when a question exceeded its time and the thread did not let go of it. */
export class Overdue extends Error {
  constructor() {
    super('A question took too long, and its thread was ended with it.');
  }
}

/** Loading takes most of a second, in which other threads could answer several questions. */
const STARTING = 4;
/** Prefers every other thread, however busy. */
const DEAF = 1000;
/** How long a responsive thread may take to let go of a question whose time is up. */
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

  /** Returns a function that drops the question. */
  begin(job: Job): () => void {
    const id = this.#ids++;
    const timer = setTimeout(() => this.#onOverdue(id), this.#timeLimitMs);
    this.#running.set(id, { job, timer });
    this.#worker.busy(true);
    this.#worker.post({ kind: 'ask', id, question: job.question }, job.transfer);
    return () => this.#drop(id);
  }

  /** The questions it was working on, which will get no reply. */
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

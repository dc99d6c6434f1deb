/** A worker thread that parses what would block the acknowledging thread. */
import { ApiError } from '../base/errors.ts';
import { Abandoned, Crowded, TooCostly, WorkerPool } from '../threads/worker-pool.ts';

/** Many times what the largest accepted request takes: 10 MiB of the worst structure, half a second. */
const TIME_LIMIT_MS = 15_000;
const HEAP_MEGABYTES = 1024;
/** Maximum queue length; a waiting body counts towards the memory for uploads. */
const QUEUE_LIMITS = { inAll: 1024, perAsker: 256 };

export class ParsePool<Question, Answer> {
  readonly #pool: WorkerPool<Question, Answer>;

  constructor(file: URL, { timeLimitMs = TIME_LIMIT_MS } = {}) {
    const limits = { timeLimitMs, heapMegabytes: HEAP_MEGABYTES, waiting: QUEUE_LIMITS };
    this.#pool = new WorkerPool({ file, threads: 1, ...limits });
  }

  /**
   * Applications take turns. A question that takes too much time or memory is refused; others are not
   * affected.
   */
  async ask(appId: string, question: Question, transfer: ArrayBuffer[]): Promise<Answer> {
    try {
      return await this.#pool.ask(appId, question, { transfer });
    } catch (error) {
      throw refusalFor(error);
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function refusalFor(error: unknown): unknown {
  if (error instanceof TooCostly)
    return new ApiError('payload_too_large', {
      message: `The body takes too much ${error.reason === 'memory' ? 'memory' : 'time'} to read. Nothing was stored: send less at a time.`,
    });
  if (error instanceof Crowded || error instanceof Abandoned)
    return new ApiError('unavailable', {
      message: 'Too many large bodies wait to be read. Nothing was stored. Try again later.',
      retryAfter: 1,
    });
  return error;
}

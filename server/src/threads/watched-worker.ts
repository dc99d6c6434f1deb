/**
 * A thread with limits: of memory, and of how long it may be deaf. While it has something to do it is asked now and
 * then whether it still listens; one that does not is ended, since nothing else would end a loop.
 */
import { Worker } from 'node:worker_threads';

/**
 * A thread that is out of memory is ended in the middle of a collection, for which it gets 16 MB more. What survives in
 * the young generation has to fit into that: with more, the whole process ends (measured: Node 24's default is too much).
 */
const YOUNG_MEGABYTES = 48;

export type WatchedWorkerOptions = {
  file: URL;
  workerData?: unknown;
  /**
   * Past this the thread is ended. A last resort: a thread that wants much more in one piece, such as a list of millions,
   * ends the process. What a question can bring has to be bounded by itself, far below this.
   */
  heapMegabytes: number;
  /** For how long it may be deaf. Longer than any work takes on a machine that is busy: it has to wait for a processor, too. */
  stallMs: number;
};

/** How often it is asked whether it listens. */
const LOOK_MS = 1000;

export type WatchedWorkerEvents<From> = {
  onMessage: (message: From) => void;
  /** It ended, though nobody closed it. */
  onEnd: (cause: Error) => void;
};

/** What every watched thread says and hears beside its own messages; see `watched-thread.ts`. */
export type WatchMessage = { watch: 'up' | 'ping' | 'pong' };

/** It did not listen for too long. */
export class Stalled extends Error {
  constructor() {
    super('The thread was busy with one thing for too long and was ended.');
  }
}

export class WatchedWorker<To, From> {
  readonly #worker: Worker;
  readonly #stallMs: number;
  #watching: NodeJS.Timeout | undefined;
  #isUp = false;
  #heard = true;
  #deafSince: number | undefined;
  #ended = false;
  #cause: Error | undefined;

  constructor(
    { file, workerData, heapMegabytes, stallMs }: WatchedWorkerOptions,
    { onMessage, onEnd }: WatchedWorkerEvents<From>,
  ) {
    this.#stallMs = stallMs;
    this.#worker = new Worker(file, {
      workerData,
      resourceLimits: {
        maxOldGenerationSizeMb: heapMegabytes,
        maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
      },
    });
    this.#worker.unref();
    this.#worker.on('error', (error) => {
      this.#cause ??= error instanceof Error ? error : new Error(String(error));
    });
    this.#worker.on('exit', (code) => {
      this.#ended = true;
      this.busy(false);
      onEnd(this.#cause ?? new Error(`The thread ended with code ${code}.`));
    });
    this.#worker.on('message', (message: From | WatchMessage) => {
      this.#heard = true;
      if (!isWatchMessage(message)) onMessage(message);
      else if (message.watch === 'up') this.#isUp = true;
    });
  }

  /** Whether it has loaded. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Whether it is busy with one thing: whoever has another one had better go elsewhere. */
  get isDeaf(): boolean {
    return this.#deafSince !== undefined;
  }

  post(message: To, transfer: readonly ArrayBuffer[] = []): void {
    if (!this.#ended) this.#worker.postMessage(message, transfer);
  }

  /** Whether it has something to do: then it is watched, and keeps the process from ending. */
  busy(busy: boolean): void {
    if (busy === (this.#watching !== undefined)) return;
    clearInterval(this.#watching);
    this.#watching = undefined;
    if (!busy) {
      this.#worker.unref();
      return;
    }
    this.#worker.ref();
    this.#heard = true;
    this.#deafSince = undefined;
    this.#watching = setInterval(() => this.#look(), Math.min(LOOK_MS, this.#stallMs / 3));
  }

  /** `onEnd` is told why, as soon as it has ended. */
  end(cause: Error): void {
    this.#cause ??= cause;
    void this.#worker.terminate();
  }

  async close(): Promise<void> {
    this.busy(false);
    this.#ended = true;
    this.#worker.removeAllListeners();
    this.#worker.on('error', () => {});
    await this.#worker.terminate();
  }

  #look(): void {
    // Loading is nothing that it could be heard during.
    if (!this.#isUp) return;
    if (this.#heard) {
      this.#heard = false;
      this.#deafSince = undefined;
      this.#worker.postMessage({ watch: 'ping' } satisfies WatchMessage);
      return;
    }
    this.#deafSince ??= performance.now();
    if (performance.now() - this.#deafSince < this.#stallMs) return;
    // It may be this thread that was busy: what has come meanwhile is heard before it is judged.
    setImmediate(() => {
      if (!this.#heard && this.#watching !== undefined) this.end(new Stalled());
    });
  }
}

export function isWatchMessage(message: unknown): message is WatchMessage {
  return typeof message === 'object' && message !== null && 'watch' in message;
}

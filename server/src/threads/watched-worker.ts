/**
 * A worker thread with limits on memory and on how long it may be unresponsive. A busy thread is pinged now
 * and then and terminated if it does not reply, since nothing else ends an endless loop.
 */
import { Worker } from 'node:worker_threads';

/**
 * V8 terminates a thread that is out of memory in the middle of a collection, for which it allows 16 MB more.
 * The survivors of the young generation must fit into that, or the whole process ends (measured: Node 24's
 * default is too large).
 */
const YOUNG_MEGABYTES = 48;

export type WatchedWorkerOptions = {
  file: URL;
  workerData?: unknown;
  /**
   * Heap limit of the thread, a last resort: a thread that allocates far beyond it in one piece, such as an
   * array of millions, ends the process. Inputs must be bounded well below it.
   */
  heapMegabytes: number;
  /**
   * How long it may be unresponsive. Longer than any work takes on a busy machine, where it also waits for a
   * CPU.
   */
  stallMs: number;
};

/** How often it is pinged. */
const LOOK_MS = 1000;

export type WatchedWorkerEvents<From> = {
  onMessage: (message: From) => void;
  /** The thread ended without being closed. */
  onEnd: (cause: Error) => void;
};

/** Messages of every watched thread beside its own; see `watched-thread.ts`. */
export type WatchMessage = { watch: 'up' | 'ping' | 'pong' };

/** Thrown when the thread was unresponsive for too long. */
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

  /** Whether it is busy with one thing, so that new work had better go elsewhere. */
  get isDeaf(): boolean {
    return this.#deafSince !== undefined;
  }

  post(message: To, transfer: readonly ArrayBuffer[] = []): void {
    if (!this.#ended) this.#worker.postMessage(message, transfer);
  }

  /** Whether it has work: it is then pinged, and keeps the process alive. */
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

  /** `onEnd` receives the reason as soon as the thread has ended. */
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
    // A thread that loads cannot reply.
    if (!this.#isUp) return;
    if (this.#heard) {
      this.#heard = false;
      this.#deafSince = undefined;
      this.#worker.postMessage({ watch: 'ping' } satisfies WatchMessage);
      return;
    }
    this.#deafSince ??= performance.now();
    if (performance.now() - this.#deafSince < this.#stallMs) return;
    // This thread may have been the busy one: process pending replies before judging.
    setImmediate(() => {
      if (!this.#heard && this.#watching !== undefined) this.end(new Stalled());
    });
  }
}

export function isWatchMessage(message: unknown): message is WatchMessage {
  return typeof message === 'object' && message !== null && 'watch' in message;
}

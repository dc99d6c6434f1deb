/**
 * Streaming threads. A stream cannot be resumed on another thread, so askers do not share threads: a thread has the
 * streams of one asker, and its end cuts off no other asker's. Callers bound the number of streams.
 */
import type { Readable } from 'node:stream';
import type { WatchedWorkerOptions } from '../threads/watched-worker.ts';
import type { OpenStream } from './messages.ts';
import { StreamThread } from './stream-thread.ts';

export type StreamThreadsOptions = WatchedWorkerOptions & {
  onDied: (cause: Error) => void;
  /** The error of a stream whose thread has ended. */
  failureOf: (cause: Error) => Error;
};

/** How long an idle thread is kept; starting one takes most of a second. */
const IDLE_MS = 30_000;

export class StreamThreads {
  readonly #options: StreamThreadsOptions;
  /** The asker of each thread; of an idle thread, the last one. */
  readonly #owners = new Map<StreamThread, string>();

  constructor(options: StreamThreadsOptions) {
    this.#options = options;
  }

  open(opening: OpenStream, gone?: AbortSignal): Promise<Readable> {
    const thread = this.#threadOf(opening.asker);
    this.#owners.set(thread, opening.asker);
    return thread.open(opening, gone);
  }

  async close(): Promise<void> {
    const threads = [...this.#owners.keys()];
    this.#owners.clear();
    await Promise.all(threads.map((thread) => thread.close()));
  }

  #threadOf(asker: string): StreamThread {
    const threads = [...this.#owners];
    const [own] = threads.find(([, owner]) => owner === asker) ?? [];
    const [idle] = threads.find(([thread]) => thread.isIdle) ?? [];
    return own ?? idle ?? this.#start();
  }

  #start(): StreamThread {
    const { onDied, failureOf, ...options } = this.#options;
    const thread: StreamThread = new StreamThread(options, {
      failureOf,
      onIdle: () => {
        const isSpare = [...this.#owners.keys()].some((other) => other !== thread && other.isIdle);
        if (isSpare) this.#stop(thread);
        else setTimeout(() => thread.isIdle && this.#stop(thread), IDLE_MS).unref();
      },
      onEnd: (cause) => {
        this.#owners.delete(thread);
        onDied(cause);
      },
    });
    this.#owners.set(thread, '');
    return thread;
  }

  #stop(thread: StreamThread): void {
    if (this.#owners.delete(thread)) void thread.close();
  }
}

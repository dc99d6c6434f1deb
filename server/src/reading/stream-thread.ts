/** Handle of a streaming thread in the acknowledging thread: opens and reads its streams. */
import { Readable } from 'node:stream';
import { WatchedWorker, type WatchedWorkerOptions } from '../threads/watched-worker.ts';
import { Abandoned } from '../threads/worker-pool.ts';
import { errorOf } from './failure.ts';
import type { FromStreams, OpenStream, ToStreams } from './messages.ts';

type Waiting = { resolve: (piece: Uint8Array | null) => void; reject: (error: Error) => void };

export type StreamThreadEvents = {
  /** The last of its streams has ended. */
  onIdle: () => void;
  onEnd: (cause: Error) => void;
  /** The error of a stream whose thread has ended. */
  failureOf: (cause: Error) => Error;
};

export class StreamThread {
  readonly #worker: WatchedWorker<ToStreams, FromStreams>;
  readonly #events: StreamThreadEvents;
  readonly #streams = new Set<number>();
  /** The pending reply of each stream. */
  readonly #waiting = new Map<number, Waiting>();
  #ids = 0;
  #ended: Error | undefined;

  constructor(options: WatchedWorkerOptions, events: StreamThreadEvents) {
    this.#events = events;
    this.#worker = new WatchedWorker(options, {
      onMessage: (message) => this.#take(message),
      onEnd: (cause) => {
        this.#end(cause);
        events.onEnd(cause);
      },
    });
  }

  get isIdle(): boolean {
    return this.#streams.size === 0;
  }

  /** Rejects when the stream cannot be opened; a later failure destroys it. */
  async open(opening: OpenStream, gone?: AbortSignal): Promise<Readable> {
    if (gone?.aborted) throw new Abandoned('asker');
    const id = this.#ids++;
    this.#streams.add(id);
    const drop = () => this.#worker.post({ id, kind: 'drop' });
    gone?.addEventListener('abort', drop, { once: true });
    try {
      await this.#ask({ id, kind: 'open', ...opening });
      if (gone?.aborted) throw new Abandoned('asker');
    } catch (error) {
      this.#leave(id);
      throw error;
    } finally {
      gone?.removeEventListener('abort', drop);
    }
    const pull = () => this.#ask({ id, kind: 'pull' });
    const leave = () => {
      drop();
      this.#leave(id);
    };
    return new Readable({
      read() {
        pull().then(
          (piece) => this.push(piece),
          (error) => this.destroy(error),
        );
      },
      destroy(error, done) {
        leave();
        done(error);
      },
    });
  }

  async close(): Promise<void> {
    await this.#worker.close();
    this.#end(new Error('The server stops.'));
  }

  #ask(message: ToStreams): Promise<Uint8Array | null> {
    if (this.#ended) return Promise.reject(this.#events.failureOf(this.#ended));
    return new Promise((resolve, reject) => {
      this.#waiting.set(message.id, { resolve, reject });
      this.#worker.busy(true);
      this.#worker.post(message);
    });
  }

  #take(message: FromStreams): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (this.#waiting.size === 0) this.#worker.busy(false);
    if (message.kind === 'failed') waiting?.reject(errorOf(message.failure));
    else waiting?.resolve(message.kind === 'piece' ? message.bytes : null);
  }

  #leave(id: number): void {
    if (this.#streams.delete(id) && this.#streams.size === 0 && !this.#ended) this.#events.onIdle();
  }

  #end(cause: Error): void {
    this.#ended = cause;
    const failure = this.#events.failureOf(cause);
    for (const { reject } of this.#waiting.values()) reject(failure);
    this.#waiting.clear();
  }
}

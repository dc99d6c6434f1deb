/** One reading thread as the acknowledging thread sees it: questions go in, answers come out, or its end does. */
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { ApiError } from '../errors.ts';
import { errorOf } from './failure.ts';
import type { FromReader, ToReader, Work } from './messages.ts';
import type { ReadingSettings } from './sources.ts';

/** Loading takes most of a second: as long as some questions that others could answer meanwhile. */
const STARTING = 4;

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };

export type ReadingThreadEvents = {
  /** It has an answer less to give. */
  onRoom: () => void;
  onEnd: (error: Error) => void;
};

export class ReadingThread {
  readonly #worker: Worker;
  readonly #events: ReadingThreadEvents;
  readonly #waiting = new Map<number, Waiting>();
  readonly #streams = new Set<number>();
  #ids = 0;
  #up = false;
  #ended: Error | undefined;

  constructor(settings: ReadingSettings, heapMegabytes: number, events: ReadingThreadEvents) {
    this.#events = events;
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    let cause: Error = new Error('it ended');
    this.#worker.on('error', (error) => {
      cause = error instanceof Error ? error : new Error(String(error));
    });
    this.#worker.on('exit', () => {
      this.#end(cause);
      events.onEnd(cause);
    });
    this.#worker.on('message', (message: FromReader) => {
      if (message.kind === 'up') this.#up = true;
      else if (message.kind === 'answered') this.#taken(message.id)?.resolve(message.value);
      else if (message.kind === 'piece') this.#taken(message.id)?.resolve(message.bytes);
      // Not just any other: under `node --watch`, Node sends messages of its own.
      else if (message.kind === 'failed') this.#taken(message.id)?.reject(errorOf(message.failure));
    });
  }

  /** How many wait for an answer of it. */
  get questions(): number {
    return this.#waiting.size;
  }

  /** How much else it has to do: streams are read now and then. */
  get load(): number {
    return this.questions + this.#streams.size + (this.#up ? 0 : STARTING);
  }

  async run(work: Work, gone?: AbortSignal): Promise<unknown> {
    if (gone?.aborted) throw nobodyWaits();
    const id = this.#ids++;
    const drop = () => {
      this.#taken(id)?.reject(nobodyWaits());
      this.#drop(id);
    };
    gone?.addEventListener('abort', drop, { once: true });
    return this.#ask({ id, ...work }).finally(() => gone?.removeEventListener('abort', drop));
  }

  /** Rejects when there is nothing to read; a failure later destroys the stream. */
  async open(work: Work): Promise<Readable> {
    const id = this.#ids++;
    await this.#ask({ id, ...work });
    this.#streams.add(id);
    const pull = () => this.#ask({ id, kind: 'pull' });
    const leave = () => {
      this.#streams.delete(id);
      this.#drop(id);
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
    this.#worker.removeAllListeners('exit');
    await this.#worker.terminate();
    this.#end(new Error('the server stops'));
  }

  #ask(message: ToReader): Promise<unknown> {
    if (this.#ended) return Promise.reject(refusalOf(this.#ended));
    return new Promise((resolve, reject) => {
      this.#waiting.set(message.id, { resolve, reject });
      this.#worker.postMessage(message);
    });
  }

  #taken(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    if (this.#waiting.delete(id)) this.#events.onRoom();
    return waiting;
  }

  #drop(id: number): void {
    if (!this.#ended) this.#worker.postMessage({ id, kind: 'drop' } satisfies ToReader);
  }

  #end(cause: Error): void {
    this.#ended = cause;
    for (const id of this.#waiting.keys()) this.#taken(id)?.reject(refusalOf(cause));
  }
}

function refusalOf(cause: Error): ApiError {
  const tooMuch = 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new ApiError('unavailable', {
    message: tooMuch
      ? 'The question took too much memory, or another one beside it: narrow it, or try again.'
      : 'Reading was interrupted: try again.',
    retryAfter: 1,
  });
}

/** For nobody, since that is who waits. */
function nobodyWaits(): ApiError {
  return new ApiError('unavailable', { message: 'Nobody waits for the answer.' });
}

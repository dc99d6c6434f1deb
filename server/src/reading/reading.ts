/**
 * Everything that is read from the store goes through here, to a few threads of its own: what a page
 * costs to read, derive and write, it costs there, and the acknowledging thread passes on the bytes.
 */
import type { Readable } from 'node:stream';
import { ApiError } from '../errors.ts';
import type { Apps } from '../queries/filters.ts';
import type { JsonBytes } from './json-bytes.ts';
import type { LookupInput, LookupName, LookupValue } from './lookups.ts';
import type { Work } from './messages.ts';
import type { AnswerTo, QuestionInput, QuestionName } from './questions.ts';
import { ReadingThread } from './reading-thread.ts';
import type { ReadingSettings } from './sources.ts';
import type { StreamInput, StreamName } from './streams.ts';

export type ReadingEvents = {
  /** A thread ended though nobody stopped it; the next question gets another one. */
  onDied: (error: Error) => void;
};

const LIMITS = {
  threads: 2,
  /** Of a thread; more wait for their turn here. While the store is asked, others can be answered. */
  questions: 8,
  /** Whoever comes when so many wait had better come again later. */
  waiting: 1000,
  /** Past this, a thread is ended and its questions are refused, rather than the server with all its threads. */
  heapMegabytes: 1024,
};

export class Reading {
  readonly #settings: ReadingSettings;
  readonly #events: ReadingEvents;
  readonly #limits: typeof LIMITS;
  readonly #threads = new Set<ReadingThread>();
  readonly #queue: (() => void)[] = [];
  #closed = false;

  constructor(settings: ReadingSettings, events: ReadingEvents, limits = LIMITS) {
    this.#settings = settings;
    this.#events = events;
    this.#limits = limits;
  }

  /** The answer of the API, as it is to be sent. `gone`: nobody waits for it any more. */
  async answer<N extends QuestionName>(
    name: N,
    apps: Apps,
    input: QuestionInput<N>,
    gone?: AbortSignal,
  ): Promise<JsonBytes<AnswerTo<N>>> {
    const bytes = await this.#run({ kind: 'ask', name, apps, input }, gone);
    if (bytes instanceof Uint8Array) return bytes;
    throw new Error(`${name} was not answered with bytes.`);
  }

  async lookUp<N extends LookupName>(name: N, input: LookupInput<N>): Promise<LookupValue<N>> {
    // The thread has run the function of that name; what it returned has come over as it was.
    return (await this.#run({ kind: 'look-up', name, input })) as LookupValue<N>;
  }

  /** Past those that wait for the store, for what does not need it. */
  async lookUpNow<N extends LookupName>(name: N, input: LookupInput<N>): Promise<LookupValue<N>> {
    const thread = this.#leastBusy() ?? leastLoaded(this.#threads) ?? (await this.#room());
    return (await thread.run({ kind: 'look-up', name, input })) as LookupValue<N>;
  }

  /** Fails while it can still be answered when there is nothing to read; a failure later destroys the stream. */
  async stream<N extends StreamName>(name: N, input: StreamInput<N>): Promise<Readable> {
    const thread = this.#leastBusy() ?? (await this.#room());
    return thread.open({ kind: 'open', name, input });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const wake of this.#queue.splice(0)) wake();
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  async #run(work: Work, gone?: AbortSignal): Promise<unknown> {
    const thread = this.#leastBusy() ?? (await this.#room());
    return thread.run(work, gone);
  }

  /** The thread with the least to do, once one has room. */
  async #room(): Promise<ReadingThread> {
    if (this.#queue.length >= this.#limits.waiting) throw refused('Too many questions wait for an answer.');
    await new Promise<void>((resolve) => this.#queue.push(resolve));
    return this.#leastBusy() ?? this.#room();
  }

  /** Threads are started when they are needed: an idle one costs 50 MB, and loading it most of a second. */
  #leastBusy(): ReadingThread | undefined {
    if (this.#closed) throw refused('The server is stopping.');
    const { threads, questions } = this.#limits;
    const busy = [...this.#threads].every(({ load }) => load > 0);
    if (busy && this.#threads.size < threads) this.#start();
    return leastLoaded([...this.#threads].filter((thread) => thread.questions < questions));
  }

  #start(): void {
    const thread: ReadingThread = new ReadingThread(this.#settings, this.#limits.heapMegabytes, {
      onRoom: () => this.#queue.shift()?.(),
      onEnd: (error) => {
        this.#threads.delete(thread);
        this.#events.onDied(error);
      },
    });
    this.#threads.add(thread);
  }
}

function leastLoaded(threads: Iterable<ReadingThread>): ReadingThread | undefined {
  return [...threads].sort((a, b) => a.load - b.load)[0];
}

function refused(message: string): ApiError {
  return new ApiError('unavailable', { message, retryAfter: 2 });
}

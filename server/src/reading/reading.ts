/**
 * Reading from the store, on threads of its own: reading, deriving and serialising a page happens there, and the
 * acknowledging thread only passes on the bytes.
 *
 * Every call names its asker, so that one caller's queries neither delay nor fail another's (`worker-pool.ts`,
 * `stream-threads.ts`).
 */
import type { Readable } from 'node:stream';
import { ApiError } from '../base/errors.ts';
import type { Apps } from '../queries/filters.ts';
import {
  Abandoned,
  type AskOptions,
  Crowded,
  costOf,
  TooCostly,
  WorkerPool,
} from '../threads/worker-pool.ts';
import { errorOf } from './failure.ts';
import type { JsonBytes } from './json-bytes.ts';
import type { LookupInput, LookupName, LookupValue } from './lookups.ts';
import type { Outcome, Work } from './messages.ts';
import type { AnswerTo, QueryInput, QueryName } from './query-handlers.ts';
import type { ReadingSettings } from './sources.ts';
import { StreamThreads } from './stream-threads.ts';
import type { StreamInput, StreamName } from './streams.ts';
import type { WriteInput, WriteName } from './writes.ts';

export type ReadingEvents = {
  /** A thread ended unexpectedly; the next query starts another one. */
  onDied: (error: Error) => void;
};

const LIMITS = {
  threads: 2,
  /** Concurrent queries per thread: while one waits for the store, others proceed. */
  atOnce: 8,
  waiting: { inAll: 1000, perAsker: 100 },
  /** Many times the maximum result of a statement; see `mostAnswer` in `start-reading.ts`. */
  heapMegabytes: 1024,
  /** The largest page takes a second, and many times that at low priority on a busy machine. */
  stallMs: 30_000,
};

export type ReadingLimits = typeof LIMITS & { timeLimitMs: number };

/** The asker of the server's own look-ups. */
export const SERVER = 'server';

export class Reading {
  readonly #pool: WorkerPool<Work, Outcome>;
  readonly #streams: StreamThreads;
  #closed = false;

  constructor(settings: ReadingSettings, { onDied }: ReadingEvents, limits: Partial<ReadingLimits> = {}) {
    // Twice the limit of a statement, since a query may run several, plus time to shape the response.
    const timeLimitMs = (2 * settings.limits.seconds + 10) * 1000;
    const { heapMegabytes, stallMs, ...others } = { ...LIMITS, timeLimitMs, ...limits };
    const thread = { workerData: settings, heapMegabytes, stallMs, onDied };
    this.#pool = new WorkerPool({
      ...others,
      ...thread,
      file: new URL('./query-worker.ts', import.meta.url),
    });
    this.#streams = new StreamThreads({
      ...thread,
      file: new URL('./streams-worker.ts', import.meta.url),
      failureOf: (cause) => (this.#closed ? STOPPING : refusalOf(costOf(cause))),
    });
  }

  /** The JSON of a query, ready to send. `gone` aborts it once nobody waits for it. */
  async query<N extends QueryName>(
    asker: string,
    name: N,
    apps: Apps,
    input: QueryInput<N>,
    gone?: AbortSignal,
  ): Promise<JsonBytes<AnswerTo<N>>> {
    const bytes = await this.#run({ asker, kind: 'query', name, apps, input }, { gone });
    if (bytes instanceof Uint8Array) return bytes;
    throw new Error(`${name} was not answered with bytes.`);
  }

  async lookUp<N extends LookupName>(
    asker: string,
    name: N,
    input: LookupInput<N>,
    options: AskOptions = {},
  ): Promise<LookupValue<N>> {
    // The thread ran the look-up of that name and sent its result as a structured clone.
    return (await this.#run({ asker, kind: 'look-up', name, input }, options)) as LookupValue<N>;
  }

  async write<N extends WriteName>(asker: string, name: N, input: WriteInput<N>): Promise<void> {
    await this.#run({ asker, kind: 'write', name, input }, {});
  }

  /** Rejects when there is nothing to read, so that a status can still be sent; a later failure destroys the stream. */
  async stream<N extends StreamName>(
    asker: string,
    name: N,
    input: StreamInput<N>,
    gone?: AbortSignal,
  ): Promise<Readable> {
    if (this.#closed) throw STOPPING;
    return this.#streams.open({ asker, name, input }, gone).catch((error: Error) => {
      throw refusalOf(error);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#pool.close(), this.#streams.close()]);
  }

  async #run(work: Work, options: AskOptions): Promise<unknown> {
    const outcome = await this.#pool.ask(work.asker, work, options).catch((error: Error) => {
      throw refusalOf(error);
    });
    if ('failure' in outcome) throw errorOf(outcome.failure);
    return outcome.value;
  }
}

const STOPPING = new ApiError('unavailable', { message: 'The server is stopping.', retryAfter: 2 });

const COSTLY: Record<TooCostly['reason'], string> = {
  memory: 'The question took too much memory: ask for a shorter range, fewer groups or a lower limit.',
  time: 'The question took too long: ask for a shorter range, fewer groups or a lower limit.',
  crash: 'The question could not be answered, and the log says why: ask for less, or try again later.',
};
/** In seconds; long enough for clients that retry unchanged. */
const COSTLY_RETRY_AFTER = 30;

/** The API error for a failure of the pool. */
function refusalOf(error: Error): Error {
  if (error instanceof TooCostly)
    return new ApiError('unavailable', { message: COSTLY[error.reason], retryAfter: COSTLY_RETRY_AFTER });
  if (error instanceof Abandoned)
    return error.by === 'pool' ? STOPPING : new ApiError('unavailable', { message: error.message });
  if (!(error instanceof Crowded)) return error;
  if (error.with === 'all')
    return new ApiError('unavailable', { message: 'Too many questions wait for an answer.', retryAfter: 2 });
  return new ApiError('rate_limited', {
    message: 'Too many of your questions wait for an answer: ask fewer at a time.',
    retryAfter: 2,
  });
}

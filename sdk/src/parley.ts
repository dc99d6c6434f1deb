import { abortRequests, contexts, onExit, onIdleExit, openSpool } from '#platform';
import { attempted } from './attempted.ts';
import { MAX_TIMER_MS } from './background-timer.ts';
import { recordBedrock } from './bedrock.ts';
import type { BedrockClient } from './bedrock-client.ts';
import { OpenCopies } from './calls/open-copies.ts';
import { recordingFetch } from './calls/recording-fetch.ts';
import { activeTrace, merged } from './context.ts';
import type { Counts } from './counts.ts';
import { Delivery, type Settle } from './delivery/delivery.ts';
import { notRecorded, ParleyError } from './errors.ts';
import { type FeedbackGrant, feedbackToken } from './feedback-token.ts';
import { type Fetch, type ParleyOptions, targetOf } from './options.ts';
import type { Context, Exchange, Receipt, Score } from './payload.ts';
import { jsonOf, Recorder } from './recorder.ts';
import { reporter } from './report.ts';
import { patch, unpatched } from './unpatched.ts';

const FLUSH_MS = 10_000;
const EXIT_MS = 2000;

/**
 * Records a program's model calls and sends a copy of each to Parley. It never throws into the program and
 * never delays it.
 */
export class Parley {
  readonly #options: ParleyOptions;
  readonly #report: (error: ParleyError) => void;
  readonly #contexts = contexts();
  readonly #delivery: Delivery | null;
  readonly #recorder: Recorder;
  readonly #open = new OpenCopies();
  readonly #forgetExit: () => void;
  #undoPatch: (() => void) | null = null;

  constructor(options: ParleyOptions = {}) {
    this.#options = options;
    this.#report = reporter(options.onError);
    this.#delivery = makeDelivery(options, this.#report);
    const { sample, mask } = options;
    this.#recorder = new Recorder({ sample, mask, delivery: this.#delivery, report: this.#report });
    this.#forgetExit = this.#flushAtExit();
    this.fetch = this.#recordingFetch(() => this.#base());
  }

  /** A drop-in `fetch` for a provider's client. */
  readonly fetch: Fetch;

  /** A `fetch` whose calls all have this context. Needs no AsyncLocalStorage. */
  fetchWith(context: Context): Fetch {
    return this.#recordingFetch(() => this.#base(), true, context);
  }

  /**
   * Replaces the global `fetch`, for clients that do not accept another. Only calls to known hosts, and to
   * those in `hosts`, are recorded. Returns a function that undoes it.
   */
  patchFetch(): () => void {
    this.#undoPatch ??= patch((original) => this.#recordingFetch(() => original, false));
    return () => {
      this.#undoPatch?.();
      this.#undoPatch = null;
    };
  }

  /** Records the calls of a `@aws-sdk/client-bedrock-runtime` client; returns the same client. */
  bedrock<C extends BedrockClient>(client: C): C {
    recordBedrock(client, { recorder: this.#recorder, open: this.#open, context: () => this.#context() });
    return client;
  }

  /** Sets the context (user, session and so on) of every call inside `fn`, including asynchronous ones. */
  with<T>(context: Context, fn: () => T): T {
    if (this.#contexts) return this.#contexts.run(merged(this.#contexts.get(), context), fn);
    const message = '"with" has no effect without AsyncLocalStorage. Use "fetchWith".';
    this.#report(new ParleyError('not_configured', message));
    return fn();
  }

  /**
   * Records an exchange explicitly. Awaiting the promise is optional: it resolves to Parley's receipt or
   * rejects with a `ParleyError`, and an ignored rejection causes no warning.
   */
  track(exchange: Exchange): Promise<Receipt> {
    const { format, type, provider, timestamps, idempotencyKey, request, response, ...own } = exchange;
    const context = this.#context(own);
    const receipt = new Promise<Receipt>((resolve, reject) => {
      const settle: Settle = (outcome) =>
        outcome instanceof ParleyError ? reject(outcome) : resolve(outcome);
      // Serialised now: the program may change these objects later.
      const bodies = attempted(() => {
        if (this.#recorder.isClosed) throw notRecorded('closed');
        refuseOthers(type);
        return { request: jsonOf(request), response: jsonOf(response), key: keyOf(idempotencyKey) };
      });
      this.#recorder.record(() => ({ format, type, provider, context, timestamps, ...bodies() }), settle);
    });
    receipt.catch(() => {});
    return receipt;
  }

  /**
   * Scores an interaction, a session, a user or a trace, before or after it is recorded. Like `track`, it need
   * not be waited for.
   */
  score(score: Score): Promise<Pick<Receipt, 'id'>> {
    const receipt = new Promise<Pick<Receipt, 'id'>>((resolve, reject) => {
      const settle: Settle = (outcome) =>
        outcome instanceof ParleyError ? reject(outcome) : resolve({ id: outcome.id });
      // With its time, an attempt that is repeated is the same score.
      this.#recorder.score(JSON.stringify({ ...score, at: score.at ?? Date.now() }), settle);
    });
    receipt.catch(() => {});
    return receipt;
  }

  /**
   * A token with which a browser may score one target in the name of one author. It is signed here, without a
   * call to Parley.
   */
  async feedbackToken(grant: FeedbackGrant): Promise<string> {
    const target = targetOf(this.#options);
    if (typeof target === 'string') throw new ParleyError('not_configured', target);
    return feedbackToken(target, grant);
  }

  /**
   * Sends all finished exchanges. Resolves to whether none is left, at the latest after the timeout (10
   * seconds by default).
   */
  async flush(milliseconds = FLUSH_MS): Promise<boolean> {
    const until = Date.now() + milliseconds;
    const settled = this.#open.settle().then(() => this.#recorder.composed());
    const composed = await within(milliseconds, settled);
    const sent = (await this.#delivery?.flush(Math.max(0, until - Date.now()))) ?? true;
    return composed && sent;
  }

  /** Sends what is queued and stops recording. */
  async close(milliseconds = FLUSH_MS): Promise<boolean> {
    this.#forgetExit();
    this.#recorder.close();
    this.#open.endAll();
    return this.flush(milliseconds);
  }

  /** Outcomes of all exchanges so far. */
  get counts(): Counts {
    const none = { sent: 0, duplicates: 0, refused: 0, dropped: 0, waiting: 0 };
    return { ...(this.#delivery?.counts ?? none), notRecorded: { ...this.#recorder.notRecorded } };
  }

  #recordingFetch(base: () => Fetch, anyHost = true, own?: Context): Fetch {
    const settings = {
      recorder: this.#recorder,
      open: this.#open,
      hosts: this.#options.hosts ?? {},
      anyHost,
      context: () => this.#context(own),
      keepAlive: () => this.#keepAlive(),
    };
    return (input, init) => recordingFetch(base(), settings, input, init);
  }

  #base(): Fetch {
    return this.#options.fetch ?? unpatched();
  }

  #context(own: Context = {}): Context {
    const context = merged(this.#contexts?.get(), own);
    const trace = context.trace ?? activeTrace();
    return trace ? { ...context, trace } : context;
  }

  /** Asks the runtime to stay alive until an exchange is sent, where `waitUntil` is set. */
  #keepAlive(): Settle | null {
    const { waitUntil } = this.#options;
    if (waitUntil === undefined) return null;
    let done: Settle | null = null;
    const recorded = new Promise<void>((resolve) => {
      done = () => resolve();
    });
    try {
      waitUntil(recorded);
    } catch (cause) {
      this.#report(new ParleyError('not_configured', '"waitUntil" threw an exception.', { cause }));
    }
    return done;
  }

  #spoolRest(): void {
    this.#open.endAll();
    this.#recorder.composeNow();
    this.#delivery?.spoolRest();
  }

  /**
   * Flushes when the process has nothing left to do. Pending `track` calls are settled by then and may start
   * new work; the process then comes to its end again. If Parley did not answer the last time and has
   * accepted nothing since, the flush does not wait for it again.
   */
  #flushAtExit(): () => void {
    const { exitTimeout = EXIT_MS, spool } = this.#options;
    let flushed = -1;
    let sentWhenAway = -1;
    const forgetIdle = onIdleExit(() => {
      this.#open.endAll();
      if (this.#recorder.recorded === flushed) return;
      flushed = this.#recorder.recorded;
      const isAway = this.counts.sent === sentWhenAway;
      void this.flush(isAway ? 0 : exitTimeout).then((empty) => {
        if (empty) return;
        abortRequests();
        sentWhenAway = this.counts.sent;
        this.#delivery?.rejectPending();
      });
    });
    const forgetExit = spool ? onExit(() => this.#spoolRest()) : () => {};
    return () => {
      forgetIdle();
      forgetExit();
    };
  }
}

/** Rejects types that Parley does not record, for callers without type checking. */
function refuseOthers(type: string): void {
  if (/moderat|transcri|speech|audio|image|video/i.test(type))
    throw new TypeError(`"${type}" is not recorded: only language models, embeddings and rankings are.`);
}

const MAX_KEY_LENGTH = 256;

/** The key in a form that is valid in a header. */
function keyOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const key = /^[!-~]+$/.test(given) ? given : encodeURIComponent(given);
  if (key.length > MAX_KEY_LENGTH)
    throw new RangeError(`idempotencyKey must not exceed ${MAX_KEY_LENGTH} characters.`);
  return key;
}

/** Whether the promise settled in time. The timer is not unref'd: the caller waits for it. */
function within(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(milliseconds, MAX_TIMER_MS), false);
    void promise.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

/** Null when the URL or a key is missing. */
function makeDelivery(options: ParleyOptions, report: (error: ParleyError) => void): Delivery | null {
  const { maxQueued = 10_000, maxQueuedBytes = 64 * 1024 * 1024, timeout = 10_000, spool: folder } = options;
  const target = targetOf(options);
  if (typeof target === 'string') {
    report(new ParleyError('not_configured', `Nothing is recorded: ${target}`));
    return null;
  }
  const spool = folder ? openSpool(folder, target.appKey, report) : null;
  return new Delivery({ target, maxQueued, maxQueuedBytes, timeout, spool, report });
}

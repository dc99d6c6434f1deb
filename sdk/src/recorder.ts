/** Turns finished exchanges into payloads in the background, so that the caller is not delayed. */
import { backgroundTimer } from './background-timer.ts';
import { compose, type Heading } from './compose.ts';
import { type Delivery, SCORE_KEY, type Settle } from './delivery/delivery.ts';
import { type NotRecordedReason, notRecorded, ParleyError } from './errors.ts';
import type { ParleyOptions } from './options.ts';
import type { Format } from './payload.ts';

/** A finished exchange; `request` and `response` are JSON text. */
export type FinishedExchange = Heading & {
  request: string;
  response: string;
  /** Idempotency key, when the program set one. */
  key?: string | undefined;
};

type Mask = NonNullable<ParleyOptions['mask']>;

type Options = Pick<ParleyOptions, 'sample' | 'mask'> & {
  /** Null when the URL or a key is missing. */
  delivery: Delivery | null;
  report: (error: ParleyError) => void;
};

/** A finished exchange that is not composed yet. */
type PendingExchange = {
  make: () => FinishedExchange | null | Promise<FinishedExchange | null>;
  settle: Settle | null;
};

/** Delay before composing, so that payloads are composed in batches and not between a program's calls. */
const LINGER_MS = 50;

export class Recorder {
  readonly #options: Options;
  readonly #pending = new Set<PendingExchange>();
  readonly #composing = new Set<Promise<void>>();
  /** Responses and errors that a wrapper has already recorded. */
  readonly #recordedAnswers = new WeakSet<object>();
  #linger: ReturnType<typeof setTimeout> | null = null;
  #closed = false;
  /** Number of exchanges so far. */
  recorded = 0;
  readonly notRecorded: Partial<Record<NotRecordedReason, number>> = {};

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether to record this call. */
  wants(call: { url: string; format: Format }): boolean {
    const { sample = 1, delivery } = this.#options;
    if (delivery === null || this.#closed) return false;
    if (typeof sample === 'number') return Math.random() < sample;
    try {
      return sample(call) === true;
    } catch (cause) {
      this.reportNotRecorded(notRecorded('sample_threw', cause));
      return false;
    }
  }

  /** Whether an inner wrapper recorded the call already, so that nested wrappers record it once. */
  hasRecorded(answer: unknown): boolean {
    return typeof answer === 'object' && answer !== null && this.#recordedAnswers.has(answer);
  }

  noteRecorded(answer: unknown): void {
    if (typeof answer === 'object' && answer !== null) this.#recordedAnswers.add(answer);
  }

  /** `make` returns the exchange, or null when the request turned out not to be a model call. */
  record(make: PendingExchange['make'], settle: Settle | null = null): void {
    if (this.#options.delivery === null) {
      settle?.(notConfigured());
      return;
    }
    this.recorded++;
    this.#pending.add({ make, settle });
    this.#linger ??= backgroundTimer(LINGER_MS, () => this.composeNow());
  }

  /** Queues a score, which is neither sampled nor masked. */
  score(json: string, settle: Settle): void {
    const { delivery } = this.#options;
    if (this.#closed) settle(this.reportNotRecorded(notRecorded('closed')));
    else if (delivery === null) settle(notConfigured());
    else {
      this.recorded++;
      delivery.add(json, SCORE_KEY, settle);
    }
  }

  /** Composes all finished exchanges. */
  composeNow(): void {
    clearTimeout(this.#linger ?? undefined);
    this.#linger = null;
    for (const pending of this.#pending) {
      const composed = this.#compose(pending).finally(() => this.#composing.delete(composed));
      this.#composing.add(composed);
    }
  }

  /** Resolves when all finished exchanges are queued for delivery. */
  async composed(): Promise<void> {
    this.composeNow();
    await Promise.all(this.#composing);
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
  }

  /** Reports and counts an exchange that is not recorded. */
  reportNotRecorded(error: ParleyError): ParleyError {
    this.#count(error);
    this.#options.report(error);
    return error;
  }

  #count({ reason }: ParleyError): void {
    const why = reason as NotRecordedReason;
    this.notRecorded[why] = (this.notRecorded[why] ?? 0) + 1;
  }

  /** Synchronous unless `make` returns a promise. */
  async #compose(pending: PendingExchange): Promise<void> {
    this.#pending.delete(pending);
    const { make, settle } = pending;
    try {
      const made = make();
      const exchange = made instanceof Promise ? await made : made;
      if (exchange) this.#deliver(exchange, settle);
      else settle?.(new ParleyError('not_recorded', 'The request is not a model call.'));
    } catch (cause) {
      const error = this.reportNotRecorded(
        cause instanceof ParleyError ? cause : notRecorded('invalid', cause),
      );
      settle?.(error);
    }
  }

  #deliver(exchange: FinishedExchange, settle: Settle | null): void {
    const { mask, delivery } = this.#options;
    const bodies = mask ? masked(exchange, mask) : exchange;
    if (bodies) {
      delivery?.add(compose(exchange, bodies.request, bodies.response), exchange.key, settle);
      return;
    }
    // Intended by the program, so not reported.
    const error = notRecorded('mask_left_out');
    this.#count(error);
    settle?.(error);
  }
}

function notConfigured(): ParleyError {
  return new ParleyError('not_configured', 'Nothing is recorded: the URL or a key is missing.');
}

type Bodies = Pick<FinishedExchange, 'request' | 'response'>;

function masked(exchange: Bodies, mask: Mask): Bodies | null {
  const request = JSON.parse(exchange.request);
  const response = JSON.parse(exchange.response);
  let bodies: ReturnType<Mask> | Promise<never>;
  try {
    bodies = mask(request, response);
  } catch (cause) {
    throw notRecorded('mask_threw', cause);
  }
  if (bodies === null) return null;
  if (!(bodies instanceof Promise))
    return { request: jsonOf(bodies.request), response: jsonOf(bodies.response) };
  // A rejection of the mask's promise is ignored.
  bodies.catch(() => {});
  throw notRecorded('mask_is_async');
}

/** JSON text; throws for anything that is not an object or a string. */
export function jsonOf(body: unknown): string {
  if ((typeof body !== 'object' || body === null) && typeof body !== 'string')
    throw new TypeError('A request and a response must be objects or strings.');
  return JSON.stringify(body);
}

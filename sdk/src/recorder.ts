/** Turns finished exchanges into payloads in the background, so that the caller is not delayed. */
import { compose, type Heading } from './compose.ts';
import type { Delivery, Settle } from './delivery/delivery.ts';
import { type NotRecordedReason, notRecorded, ParleyError } from './errors.ts';
import { later } from './later.ts';
import type { ParleyOptions } from './options.ts';
import type { Format } from './payload.ts';

/** A finished exchange; `request` and `response` are JSON text. */
export type Heard = Heading & {
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
type Over = { make: () => Heard | null | Promise<Heard | null>; settle: Settle | null };

/** Delay before composing, so that payloads are composed in batches and not between a program's calls. */
const LINGER_MS = 50;

export class Recorder {
  readonly #options: Options;
  readonly #over = new Set<Over>();
  readonly #composing = new Set<Promise<void>>();
  /** Responses and errors that a wrapper has already recorded. */
  readonly #heard = new WeakSet<object>();
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
      this.giveUp(notRecorded('sample_threw', cause));
      return false;
    }
  }

  /** Whether an inner wrapper recorded the call already, so that nested wrappers record it once. */
  hasHeard(answer: unknown): boolean {
    return typeof answer === 'object' && answer !== null && this.#heard.has(answer);
  }

  noteHeard(answer: unknown): void {
    if (typeof answer === 'object' && answer !== null) this.#heard.add(answer);
  }

  /** `make` returns the exchange, or null when the request turned out not to be a model call. */
  record(make: Over['make'], settle: Settle | null = null): void {
    if (this.#options.delivery === null) {
      settle?.(new ParleyError('not_configured', 'Nothing is recorded: an address or a key is missing.'));
      return;
    }
    this.recorded++;
    this.#over.add({ make, settle });
    this.#linger ??= later(LINGER_MS, () => this.composeNow());
  }

  /** Composes all finished exchanges. */
  composeNow(): void {
    clearTimeout(this.#linger ?? undefined);
    this.#linger = null;
    for (const over of this.#over) {
      const composed = this.#compose(over).finally(() => this.#composing.delete(composed));
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
  giveUp(error: ParleyError): ParleyError {
    this.#count(error);
    this.#options.report(error);
    return error;
  }

  #count({ reason }: ParleyError): void {
    const why = reason as NotRecordedReason;
    this.notRecorded[why] = (this.notRecorded[why] ?? 0) + 1;
  }

  /** Synchronous unless `make` returns a promise. */
  async #compose(over: Over): Promise<void> {
    this.#over.delete(over);
    const { make, settle } = over;
    try {
      const made = make();
      const heard = made instanceof Promise ? await made : made;
      if (heard) this.#deliver(heard, settle);
      else settle?.(new ParleyError('not_recorded', 'It was no call of a model.'));
    } catch (cause) {
      const error = this.giveUp(cause instanceof ParleyError ? cause : notRecorded('invalid', cause));
      settle?.(error);
    }
  }

  #deliver(heard: Heard, settle: Settle | null): void {
    const { mask, delivery } = this.#options;
    const said = mask ? masked(heard, mask) : heard;
    if (said) {
      delivery?.add(compose(heard, said.request, said.response), heard.key, settle);
      return;
    }
    // Intended by the program, so not reported.
    const error = notRecorded('mask_left_out');
    this.#count(error);
    settle?.(error);
  }
}

type Said = Pick<Heard, 'request' | 'response'>;

function masked(heard: Said, mask: Mask): Said | null {
  const request = JSON.parse(heard.request);
  const response = JSON.parse(heard.response);
  let said: ReturnType<Mask> | Promise<never>;
  try {
    said = mask(request, response);
  } catch (cause) {
    throw notRecorded('mask_threw', cause);
  }
  if (said === null) return null;
  if (!(said instanceof Promise)) return { request: written(said.request), response: written(said.response) };
  // A rejection of the mask's promise is ignored.
  said.catch(() => {});
  throw notRecorded('mask_is_async');
}

/** JSON text; throws for anything that is not an object or a string. */
export function written(body: unknown): string {
  if ((typeof body !== 'object' || body === null) && typeof body !== 'string')
    throw new TypeError('A request and a response are objects.');
  return JSON.stringify(body);
}

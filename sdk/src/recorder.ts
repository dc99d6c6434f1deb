/** Makes exchanges into payloads, in the background: the one who made the call goes on at once. */
import { compose, type Heading } from './compose.ts';
import type { Delivery, Settle } from './delivery/delivery.ts';
import { type NotRecordedReason, notRecorded, ParleyError } from './errors.ts';
import { later } from './later.ts';
import type { ParleyOptions } from './options.ts';
import type { Format } from './payload.ts';

/** An exchange that is over; request and response are JSON. */
export type Heard = Heading & {
  request: string;
  response: string;
  /** Its name, where the program gave it one. */
  key?: string | undefined;
};

type Mask = NonNullable<ParleyOptions['mask']>;

type Options = Pick<ParleyOptions, 'sample' | 'mask'> & {
  /** Null when nobody said where Parley is. */
  delivery: Delivery | null;
  report: (error: ParleyError) => void;
};

/** An exchange that is over, and has no payload yet. */
type Over = { make: () => Heard | null | Promise<Heard | null>; settle: Settle | null };

/** Done in one go: a program that makes one call after the other is not held up between them. */
const LINGER_MS = 50;

export class Recorder {
  readonly #options: Options;
  readonly #over = new Set<Over>();
  readonly #composing = new Set<Promise<void>>();
  /** Answers, and errors instead of them, that were listened to. */
  readonly #heard = new WeakSet<object>();
  #linger: ReturnType<typeof setTimeout> | null = null;
  #closed = false;
  /** How many exchanges there were so far. */
  recorded = 0;
  readonly notRecorded: Partial<Record<NotRecordedReason, number>> = {};

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether this call is to be recorded. */
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

  /** Whether somebody listened further inside: who listens in two places, one behind the other, hears a call once. */
  hasHeard(answer: unknown): boolean {
    return typeof answer === 'object' && answer !== null && this.#heard.has(answer);
  }

  noteHeard(answer: unknown): void {
    if (typeof answer === 'object' && answer !== null) this.#heard.add(answer);
  }

  /** `make` says what there is to record, or null when it was no call of a model after all. */
  record(make: Over['make'], settle: Settle | null = null): void {
    if (this.#options.delivery === null) {
      settle?.(new ParleyError('not_configured', 'Nothing is recorded: an address or a key is missing.'));
      return;
    }
    this.recorded++;
    this.#over.add({ make, settle });
    this.#linger ??= later(LINGER_MS, () => this.composeNow());
  }

  /** All that is over. */
  composeNow(): void {
    clearTimeout(this.#linger ?? undefined);
    this.#linger = null;
    for (const over of this.#over) {
      const composed = this.#compose(over).finally(() => this.#composing.delete(composed));
      this.#composing.add(composed);
    }
  }

  /** Resolves when everything that is over waits for its delivery. */
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

  /** Reports and counts one that is not recorded. */
  giveUp(error: ParleyError): ParleyError {
    this.#count(error);
    this.#options.report(error);
    return error;
  }

  #count({ reason }: ParleyError): void {
    const why = reason as NotRecordedReason;
    this.notRecorded[why] = (this.notRecorded[why] ?? 0) + 1;
  }

  /** In one go where there is nothing to wait for. */
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
    // As it was asked for: nobody is warned.
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
  // It may fail, and nobody waits for it.
  said.catch(() => {});
  throw notRecorded('mask_is_async');
}

/** JSON, or an exception that says what is wrong. */
export function written(body: unknown): string {
  if ((typeof body !== 'object' || body === null) && typeof body !== 'string')
    throw new TypeError('A request and a response are objects.');
  return JSON.stringify(body);
}

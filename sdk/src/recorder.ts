/** Makes exchanges into payloads, in the background: the one who made the call goes on at once. */
import { compose, type Heading } from './compose.ts';
import type { Delivery, Settle } from './delivery/delivery.ts';
import { ParleyError } from './errors.ts';
import type { ParleyOptions } from './options.ts';
import type { Format } from './payload.ts';

/** An exchange that is over; request and response are JSON. */
export type Heard = Heading & { request: string; response: string };

type Options = Pick<ParleyOptions, 'sample' | 'mask'> & {
  /** Null when nobody said where Parley is. */
  delivery: Delivery | null;
  report: (error: ParleyError) => void;
};

export class Recorder {
  readonly #options: Options;
  readonly #composing = new Set<Promise<void>>();
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether this call is to be recorded. */
  wants(call: { url: string; format: Format }): boolean {
    const { sample = 1, delivery } = this.#options;
    if (delivery === null || this.#closed) return false;
    return typeof sample === 'number' ? Math.random() < sample : sample(call);
  }

  /** `make` says what there is to record, or null when it was no call of a model after all. */
  record(make: () => Heard | null | Promise<Heard | null>, settle: Settle | null = null, key?: string): void {
    const composed = nextTurn()
      .then(make)
      .then((heard) => this.#deliver(heard && this.#masked(heard), settle, key))
      .catch((cause) => {
        const error = new ParleyError('not_recorded', 'An exchange could not be recorded.', { cause });
        this.#options.report(error);
        settle?.(error);
      })
      .finally(() => this.#composing.delete(composed));
    this.#composing.add(composed);
  }

  /** Resolves when everything that is over waits for its delivery. */
  async composed(): Promise<void> {
    await Promise.all(this.#composing);
  }

  close(): void {
    this.#closed = true;
  }

  report(error: ParleyError): void {
    this.#options.report(error);
  }

  #deliver(heard: Heard | null, settle: Settle | null, key: string | undefined): void {
    const { delivery } = this.#options;
    if (heard && delivery) delivery.add(compose(heard, heard.request, heard.response), key, settle);
    else settle?.(new ParleyError('not_recorded', 'This exchange is not recorded.'));
  }

  #masked(heard: Heard): Heard | null {
    const { mask } = this.#options;
    if (mask === undefined) return heard;
    const masked = mask(JSON.parse(heard.request), JSON.parse(heard.response));
    if (masked === null) return null;
    return { ...heard, request: JSON.stringify(masked.request), response: JSON.stringify(masked.response) };
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

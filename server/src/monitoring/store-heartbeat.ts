/** Whether the store answers: it is asked now and then, beside everything else that it is asked. */
import { connect, type StoreAddress } from '../store/client.ts';
import type { StoreClient } from '../store/failover.ts';

export class StoreHeartbeat {
  readonly #client: Pick<StoreClient, 'ping' | 'close'>;
  readonly #clock: () => number;
  #hasAnswered = false;
  /** When it last answered; before it has, when it was first asked. */
  #heardAt: number;

  /** With a connection of its own: others may all be waiting for an answer. */
  static of(address: StoreAddress): StoreHeartbeat {
    return new StoreHeartbeat(connect(address));
  }

  constructor(client: Pick<StoreClient, 'ping' | 'close'>, clock = () => performance.now()) {
    this.#client = client;
    this.#clock = clock;
    this.#heardAt = clock();
  }

  async look(): Promise<void> {
    if (!(await this.#client.ping()).success) return;
    this.#hasAnswered = true;
    this.#heardAt = this.#clock();
  }

  /** When it last answered, as `performance.now()` says it; null until it has. */
  get heardAt(): number | null {
    return this.#hasAnswered ? this.#heardAt : null;
  }

  /** Since it was there at all. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  get silentMs(): number {
    return this.#clock() - this.#heardAt;
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

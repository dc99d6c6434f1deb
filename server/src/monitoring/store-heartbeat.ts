/** Pings the store periodically, beside all other queries. */
import { connect, type StoreAddress } from '../store/client.ts';
import type { StoreClient } from '../store/failover.ts';

export class StoreHeartbeat {
  readonly #client: Pick<StoreClient, 'ping' | 'close'>;
  readonly #clock: () => number;
  #hasAnswered = false;
  /** When the store last answered; before its first answer, when it was first asked. */
  #heardAt: number;

  /** Has its own connection, since all others may be waiting for an answer. */
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

  /** When the store last answered, in terms of `performance.now()`; null until it has. */
  get heardAt(): number | null {
    return this.#hasAnswered ? this.#heardAt : null;
  }

  /** Whether the store has ever answered. */
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

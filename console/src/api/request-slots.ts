/**
 * Slots for concurrent queries. Over HTTP/1.1 a browser has six connections to a server, and a silent store
 * would hold all of them. Queries get four, which leaves some for loading pages, the status and the live
 * tail.
 */
const MAX_CONCURRENT = 4;

export class RequestSlots {
  readonly #most: number;
  readonly #queue: (() => void)[] = [];
  #taken = 0;

  constructor(most = MAX_CONCURRENT) {
    this.#most = most;
  }

  /** Resolves with a function that frees the slot; rejects when the signal is aborted. */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#taken < this.#most) this.#taken++;
    else await this.#wait(signal);
    return () => this.#giveBack();
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(go), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#queue.push(go);
    });
  }

  /** Hands the slot to the next in the queue. */
  #giveBack(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#taken--;
  }
}

/**
 * Whose turn it is to ask. Over HTTP/1.1 a browser has six connections to a server, and a store that is silent would
 * hold all of them: questions get four, so that pages still load, and the status and the live tail have theirs.
 */
const MOST = 4;

export class RequestSlots {
  readonly #most: number;
  readonly #queue: (() => void)[] = [];
  #taken = 0;

  constructor(most = MOST) {
    this.#most = most;
  }

  /** Resolves with how to give the turn back; rejects when nobody waits for it any more. */
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

  /** To the next in the line, where there is one. */
  #giveBack(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#taken--;
  }
}

import type { TailConnection } from './tail-hub.ts';

/** Whether somebody may read; a promise only when there is something to look up. */
export type MayRead = () => boolean | Promise<boolean>;

/** A connection of the live tail that is asked about before every event: what is revoked ends before the next one. */
export class GuardedStream implements TailConnection {
  readonly #stream: TailConnection;
  readonly #mayRead: MayRead;
  /** Events come in order, also when one had to wait for an answer. */
  #sending: Promise<void> | undefined;

  constructor(stream: TailConnection, mayRead: MayRead) {
    this.#stream = stream;
    this.#mayRead = mayRead;
  }

  get closed(): boolean {
    return this.#stream.closed;
  }

  send(event: Uint8Array): void {
    const may = this.#sending === undefined ? this.#mayRead() : this.#sending.then(() => this.#mayRead());
    if (may instanceof Promise) this.#wait(may, event);
    else this.#deliver(may, event);
  }

  async room(): Promise<void> {
    await this.#sending;
    await this.#stream.room();
  }

  end(): void {
    this.#stream.end();
  }

  /** Ends it when nobody may read any more, also while there is nothing to send. */
  async check(): Promise<void> {
    if (!(await this.#mayRead())) this.end();
  }

  #wait(may: Promise<boolean>, event: Uint8Array): void {
    const sending = may.then((answer) => {
      if (this.#sending === sending) this.#sending = undefined;
      this.#deliver(answer, event);
    });
    this.#sending = sending;
  }

  #deliver(may: boolean, event: Uint8Array): void {
    if (this.closed) return;
    if (may) this.#stream.send(event);
    else this.end();
  }
}

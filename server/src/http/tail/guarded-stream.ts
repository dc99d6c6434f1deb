import type { TailConnection } from './tail-hub.ts';

/** Whether the client may still read; a promise only if something has to be looked up. */
export type MayRead = () => boolean | Promise<boolean>;

/** A connection of the live tail that is checked before every event: a revoked one ends before the next. */
export class GuardedStream implements TailConnection {
  readonly #stream: TailConnection;
  readonly #mayRead: MayRead;
  /** Keeps events in order, even if a check takes time. */
  #sending: Promise<void> | undefined;

  constructor(stream: TailConnection, mayRead: MayRead) {
    this.#stream = stream;
    this.#mayRead = orRefused(mayRead);
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

  /** Ends the stream if the client may not read any more, even while there is nothing to send. */
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

/** A check that fails counts as a refusal: a client that may read reconnects. */
function orRefused(mayRead: MayRead): MayRead {
  return () => {
    const may = mayRead();
    return may instanceof Promise ? may.catch(() => false) : may;
  };
}

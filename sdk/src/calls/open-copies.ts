/**
 * Responses that are being read. Some programs stop reading without a word: they let go of the stream, and neither read
 * nor cancel it. What had come until then is recorded all the same.
 */
import { later } from '../later.ts';

/** What is kept of a stream. It must not hold on to it. */
export type OpenCopy = {
  readonly size: number;
  readonly isError?: boolean;
  giveUp: () => void;
};

type Open = {
  stream: { deref: () => object | undefined };
  /** Lets go of the connection, when nobody has the stream any more. */
  stop: () => void;
  /** How much had come when it was last seen lying around. */
  lying?: number;
};

const SWEEP_MS = 5000;
/** A program that goes on reading does so within this. */
const SETTLE_MS = 50;

export class OpenCopies {
  readonly #open = new Map<OpenCopy, Open>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  add(copy: OpenCopy, stream: object, stop: () => void): void {
    this.#open.set(copy, { stream: weakly(stream), stop });
    this.#timer ??= later(SWEEP_MS, () => this.#sweepAgain());
  }

  remove(copy: OpenCopy): void {
    this.#open.delete(copy);
  }

  /** Ends those that were let go of. It waits a moment to see whether somebody goes on with them. */
  async settle(): Promise<void> {
    this.#sweep();
    if (![...this.#open.values()].some(({ lying }) => lying !== undefined)) return;
    await new Promise<void>((resolve) => setTimeout(resolve, SETTLE_MS));
    this.#sweep();
  }

  /** Ends those that lie around as they did before. */
  #sweep(): void {
    for (const [copy, open] of this.#open) {
      const stream = open.stream.deref();
      if (stream === undefined) {
        this.#giveUp(copy);
        open.stop();
      } else if (!liesAround(copy, stream)) delete open.lying;
      else if (open.lying === copy.size) this.#giveUp(copy);
      else open.lying = copy.size;
    }
  }

  endAll(): void {
    for (const copy of this.#open.keys()) this.#giveUp(copy);
  }

  #giveUp(copy: OpenCopy): void {
    this.remove(copy);
    copy.giveUp();
  }

  #sweepAgain(): void {
    this.#sweep();
    this.#timer = this.#open.size > 0 ? later(SWEEP_MS, () => this.#sweepAgain()) : null;
  }
}

/** Nobody reads it, although somebody began; an error may be left unread. */
function liesAround(copy: OpenCopy, stream: object): boolean {
  return 'locked' in stream && stream.locked === false && (copy.size > 0 || copy.isError === true);
}

/** By itself: a function beside it that had the stream in sight would hold on to it. */
function weakly(stream: object): Open['stream'] {
  return typeof WeakRef === 'function' ? new WeakRef(stream) : { deref: () => stream };
}

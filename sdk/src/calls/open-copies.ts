/**
 * Responses that are being read. Some programs stop reading without cancelling: they just drop the stream.
 * What had arrived until then is recorded.
 */
import { later } from '../later.ts';

/** The copy of a stream. It must not reference the stream, or the stream could not be collected. */
export type OpenCopy = {
  readonly size: number;
  readonly isError?: boolean;
  giveUp: () => void;
};

type Open = {
  stream: { deref: () => object | undefined };
  /** Closes the connection once the stream has been garbage-collected. */
  stop: () => void;
  /** Bytes received when the stream was last found idle; undefined while it is being read. */
  lying?: number;
};

const SWEEP_MS = 5000;
/** How long `settle` waits for a program to continue reading. */
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

  /** Ends the copies of abandoned streams, after a short wait for programs that continue reading. */
  async settle(): Promise<void> {
    this.#sweep();
    if (![...this.#open.values()].some(({ lying }) => lying !== undefined)) return;
    await new Promise<void>((resolve) => setTimeout(resolve, SETTLE_MS));
    this.#sweep();
  }

  /**
   * Ends copies whose stream was collected, or was idle in the previous sweep and has received nothing since.
   */
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

/** Whether a stream has no reader although reading began, or is an error that nobody reads. */
function liesAround(copy: OpenCopy, stream: object): boolean {
  return 'locked' in stream && stream.locked === false && (copy.size > 0 || copy.isError === true);
}

/** At module level: a closure created next to the stream would keep it alive. */
function weakly(stream: object): Open['stream'] {
  return typeof WeakRef === 'function' ? new WeakRef(stream) : { deref: () => stream };
}

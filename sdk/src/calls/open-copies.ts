/**
 * Responses that are being read. Some programs stop reading without cancelling: they just drop the stream.
 * What had arrived until then is recorded.
 */
import { backgroundTimer } from '../background-timer.ts';

/** The copy of a stream. It must not reference the stream, or the stream could not be collected. */
export type OpenCopy = {
  readonly size: number;
  readonly isError?: boolean;
  abandon: () => void;
};

type Open = {
  stream: { deref: () => object | undefined };
  /** Closes the connection once the stream has been garbage-collected. */
  stop: () => void;
  /** Bytes received when the stream was last found idle; undefined while it is being read. */
  idleSize?: number;
};

const SWEEP_MS = 5000;
/** How long `settle` waits for a program to continue reading. */
const SETTLE_MS = 50;

export class OpenCopies {
  readonly #open = new Map<OpenCopy, Open>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  add(copy: OpenCopy, stream: object, stop: () => void): void {
    this.#open.set(copy, { stream: weakRefTo(stream), stop });
    this.#timer ??= backgroundTimer(SWEEP_MS, () => this.#sweepAgain());
  }

  remove(copy: OpenCopy): void {
    this.#open.delete(copy);
  }

  /** Ends the copies of abandoned streams, after a short wait for programs that continue reading. */
  async settle(): Promise<void> {
    this.#sweep();
    if (![...this.#open.values()].some(({ idleSize }) => idleSize !== undefined)) return;
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
        this.#abandon(copy);
        open.stop();
      } else if (!isIdle(copy, stream)) delete open.idleSize;
      else if (open.idleSize === copy.size) this.#abandon(copy);
      else open.idleSize = copy.size;
    }
  }

  endAll(): void {
    for (const copy of this.#open.keys()) this.#abandon(copy);
  }

  #abandon(copy: OpenCopy): void {
    this.remove(copy);
    copy.abandon();
  }

  #sweepAgain(): void {
    this.#sweep();
    this.#timer = this.#open.size > 0 ? backgroundTimer(SWEEP_MS, () => this.#sweepAgain()) : null;
  }
}

/** Whether a stream has no reader although reading began, or is an error that nobody reads. */
function isIdle(copy: OpenCopy, stream: object): boolean {
  return 'locked' in stream && stream.locked === false && (copy.size > 0 || copy.isError === true);
}

/** At module level: a closure created next to the stream would keep it alive. */
function weakRefTo(stream: object): Open['stream'] {
  return typeof WeakRef === 'function' ? new WeakRef(stream) : { deref: () => stream };
}

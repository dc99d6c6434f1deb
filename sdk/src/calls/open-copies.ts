/**
 * Responses that are being read. Some programs stop reading without a word: they let go of the stream, and neither read
 * nor cancel it. What had come until then is recorded all the same.
 */
import { later } from '../later.ts';
import type { Copy } from './copy.ts';

const SWEEP_MS = 5000;

type Stream = Pick<ReadableStream, 'locked'>;

export class OpenCopies {
  /** By what is read. It is not held on to: one that nobody has any more is not read any more either. */
  readonly #streams = new Map<Copy, () => Stream | undefined>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  add(copy: Copy, stream: Stream): void {
    const reference = typeof WeakRef === 'function' ? new WeakRef(stream) : { deref: () => stream };
    this.#streams.set(copy, () => reference.deref());
    this.#timer ??= later(SWEEP_MS, () => this.#sweepAgain());
  }

  remove(copy: Copy): void {
    this.#streams.delete(copy);
  }

  /** Ends those that were begun, and let go of. */
  sweep(): void {
    for (const [copy, streamOf] of this.#streams) {
      const stream = streamOf();
      if (stream === undefined || (copy.size > 0 && !stream.locked)) this.#giveUp(copy);
    }
  }

  endAll(): void {
    for (const copy of this.#streams.keys()) this.#giveUp(copy);
  }

  #giveUp(copy: Copy): void {
    this.remove(copy);
    copy.giveUp();
  }

  #sweepAgain(): void {
    this.sweep();
    this.#timer = this.#streams.size > 0 ? later(SWEEP_MS, () => this.#sweepAgain()) : null;
  }
}

/** A thread for what would hold up the others: questions in, answers out, one after the other. It starts with the first. */
import { Worker } from 'node:worker_threads';

export type Asked<Q> = { ticket: number; question: Q };
export type Answered<A> = { ticket: number; answer: A };

type Waiting<A> = { resolve: (answer: A) => void; reject: (error: Error) => void };

/** Many times what the largest structure that is let through takes. */
const HEAP_MB = 1024;

export class Aside<Q, A> {
  readonly #file: URL;
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, Waiting<A>>();
  #tickets = 0;

  constructor(file: URL) {
    this.#file = file;
  }

  ask(question: Q, transfer: ArrayBuffer[] = []): Promise<A> {
    this.#worker ??= this.#start();
    const ticket = this.#tickets++;
    const { promise, resolve, reject } = Promise.withResolvers<A>();
    this.#waiting.set(ticket, { resolve, reject });
    this.#worker.postMessage({ ticket, question } satisfies Asked<Q>, transfer);
    return promise;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#file, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    worker.unref();
    worker.on('message', ({ ticket, answer }: Answered<A>) => {
      this.#waiting.get(ticket)?.resolve(answer);
      this.#waiting.delete(ticket);
    });
    // Said by 'exit', too.
    worker.on('error', () => {});
    worker.on('exit', () => {
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values())
        reject(new Error('The thread that examines large payloads ended.'));
      this.#waiting.clear();
    });
    return worker;
  }
}

/** Memory that can be given away: a large buffer has its own, a part of another must be copied out. */
export function ownMemory(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength) return buffer;
  const copy = new ArrayBuffer(byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}

/**
 * A response whose bytes are kept as they are read. The reader sets the pace: nothing is read that was not asked for,
 * and each piece is handed on as it comes.
 */
import { later } from '../later.ts';
import { type Answer, Copy } from './copy.ts';
import type { OpenCopies } from './open-copies.ts';

export function copyResponse(
  response: Response,
  open: OpenCopies,
  heard: (answer: Answer) => void,
): Response {
  const copy = new Copy(response, (answer) => {
    open.remove(copy);
    heard(answer);
  });
  const { body, status, headers } = response;
  // Of these, there can be no other with a body.
  if (body === null || status < 200 || status === 204 || status === 205 || status === 304) {
    copy.end();
    return response;
  }
  if (typeof body.getReader !== 'function') {
    void readBeside(response.clone(), copy);
    return response;
  }
  const source = new Source(response, body, copy);
  const stream = isOfBytes(body) ? byteStream(source) : plainStream(source);
  const copied = withIdentity(new Response(stream, { status, headers }), response);
  open.add(copy, stream, () => source.stop());
  return copied;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Where the pieces come from. Nothing is taken of it before somebody reads: until then the response is as it was. */
class Source {
  /** Held on to: who lets go of a response, cancels its body. */
  readonly #response: Response;
  readonly #body: ReadableStream<Uint8Array>;
  readonly #copy: Copy;
  #taken: Reader | null = null;

  constructor(response: Response, body: ReadableStream<Uint8Array>, copy: Copy) {
    this.#response = response;
    this.#body = body;
    this.#copy = copy;
  }

  /** Hands on the next piece, or nothing at the end. There may be thousands: one promise each is enough. */
  next(handOn: (piece: Uint8Array | undefined) => void): Promise<void> {
    return this.#reader.read().then(
      ({ done, value }) => {
        if (!done && isEmpty(value)) return this.next(handOn);
        if (done) this.#copy.end();
        else this.#copy.add(bytesOf(value));
        handOn(value);
      },
      (error) => {
        this.#copy.end(error);
        throw error;
      },
    );
  }

  /** The reader is told at once. Of an error that it did not look at, the rest is read for the record. */
  cancel(reason: unknown): Promise<void> | void {
    const copy = this.#copy;
    if (copy.isError && copy.size === 0) return void readRest(this.#reader, copy);
    copy.end();
    return this.#reader.cancel(reason);
  }

  stop(): void {
    void this.#reader.cancel().catch(() => {});
  }

  get #reader(): Reader {
    this.#taken ??= (this.#response.body ?? this.#body).getReader();
    return this.#taken;
  }
}

function byteStream(source: Source): ReadableStream<Uint8Array> {
  return new ReadableStream({
    type: 'bytes',
    pull: (controller) =>
      source.next((piece) => {
        if (piece) return controller.enqueue(piece as Uint8Array<ArrayBuffer>);
        controller.close();
        controller.byobRequest?.respond(0);
      }),
    cancel: (reason) => source.cancel(reason),
  });
}

/** Of a `fetch` that somebody wrote: its pieces are handed on, whatever they are. */
function plainStream(source: Source): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull: (controller) =>
        source.next((piece) => {
          if (piece === undefined) controller.close();
          else controller.enqueue(piece);
        }),
      cancel: (reason) => source.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function isOfBytes(body: ReadableStream<Uint8Array>): boolean {
  try {
    body.getReader({ mode: 'byob' }).releaseLock();
    return true;
  } catch {
    return false;
  }
}

function isEmpty(piece: unknown): boolean {
  return piece instanceof Uint8Array && piece.byteLength === 0;
}

/** A copy: what is handed on belongs to the reader from then on. */
function bytesOf(piece: unknown): Uint8Array {
  return piece instanceof Uint8Array ? piece.slice() : new TextEncoder().encode(String(piece));
}

/** Of an error. */
const MOST_BYTES = 64 * 1024;
const LONGEST_MS = 1000;

/** Many clients look at the status of an error only, cancel it, and try again. */
async function readRest(reader: Reader, copy: Copy): Promise<void> {
  const stop = () => void reader.cancel().catch(() => {});
  const timer = later(LONGEST_MS, stop);
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      copy.add(bytesOf(piece.value));
      if (copy.size > MOST_BYTES) stop();
    }
  } catch {
    // What came is what there is.
  }
  clearTimeout(timer);
  copy.end();
}

/** Beside the program: older implementations of `fetch` have other streams. */
async function readBeside(response: Response, copy: Copy): Promise<void> {
  try {
    copy.add(new Uint8Array(await response.arrayBuffer()));
    copy.end();
  } catch (error) {
    copy.end(error);
  }
}

/** A new response knows neither where it came from nor how. */
function withIdentity(copied: Response, { url, redirected, type, statusText }: Response): Response {
  const clone = copied.clone.bind(copied);
  const own = (value: unknown) => ({ value, configurable: true });
  return Object.defineProperties(copied, {
    url: own(url),
    redirected: own(redirected),
    type: own(type),
    statusText: own(statusText),
    clone: {
      ...own(() => withIdentity(clone(), { url, redirected, type, statusText } as Response)),
      writable: true,
    },
  });
}

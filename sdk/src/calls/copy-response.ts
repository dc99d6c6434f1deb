/**
 * A response whose bytes are copied as they are read. The caller sets the pace: nothing is read ahead, and
 * each chunk is passed on as it arrives.
 */
import { backgroundTimer } from '../background-timer.ts';
import { type Answer, Copy } from './copy.ts';
import type { OpenCopies } from './open-copies.ts';

export function copyResponse(
  response: Response,
  open: OpenCopies,
  onEnd: (answer: Answer) => void,
): Response {
  const copy = new Copy(response, (answer) => {
    open.remove(copy);
    onEnd(answer);
  });
  const { body, status, headers } = response;
  // A `Response` with one of these statuses cannot be constructed with a body.
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

/** The original body. It is not locked before the caller reads, so until then the response is unchanged. */
class Source {
  /** Referenced because garbage collection of a response cancels its body. */
  readonly #response: Response;
  readonly #body: ReadableStream<Uint8Array>;
  readonly #copy: Copy;
  #taken: Reader | null = null;

  constructor(response: Response, body: ReadableStream<Uint8Array>, copy: Copy) {
    this.#response = response;
    this.#body = body;
    this.#copy = copy;
  }

  /**
   * Passes on the next chunk, or undefined at the end. One promise per chunk, since there may be thousands.
   */
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

  /**
   * Returns to the caller at once. An error body that nobody has read is read in the background for the
   * record.
   */
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

/** For a custom `fetch`: its chunks are passed on whatever their type. */
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

/** Copies the chunk, because the caller owns the original once it is passed on. */
function bytesOf(piece: unknown): Uint8Array {
  return piece instanceof Uint8Array ? piece.slice() : new TextEncoder().encode(String(piece));
}

/** Limits for reading an error body that the caller cancelled. */
const MAX_ERROR_BYTES = 64 * 1024;
const MAX_ERROR_MS = 1000;

/** Reads an error body to its end: many clients look only at the status, cancel the body and retry. */
async function readRest(reader: Reader, copy: Copy): Promise<void> {
  const stop = () => void reader.cancel().catch(() => {});
  const timer = backgroundTimer(MAX_ERROR_MS, stop);
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      copy.add(bytesOf(piece.value));
      if (copy.size > MAX_ERROR_BYTES) stop();
    }
  } catch {
    // The bytes so far are recorded.
  }
  clearTimeout(timer);
  copy.end();
}

/**
 * For older implementations of `fetch`, whose bodies are not web streams: reads a clone in the background.
 */
async function readBeside(response: Response, copy: Copy): Promise<void> {
  try {
    copy.add(new Uint8Array(await response.arrayBuffer()));
    copy.end();
  } catch (error) {
    copy.end(error);
  }
}

/** Copies the properties that a constructed response lacks. */
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

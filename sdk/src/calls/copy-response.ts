/**
 * A response whose bytes are kept as they are read. The reader sets the pace: nothing is read that was not asked for,
 * and each piece is handed on as it comes.
 */
import { later } from '../later.ts';

export type Answer = {
  status: number;
  headers: Headers;
  bytes: readonly Uint8Array[];
  /** Longer than what is kept of one. */
  tooLong: boolean;
  /** When the first piece came, and when the last; milliseconds since 1970. */
  firstAt: number | null;
  endedAt: number;
  /** Whether it was read to its end. */
  complete: boolean;
  /** What broke it. */
  failure: unknown;
};

/** More than Parley takes. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Of an error that nobody wants to read, this is read all the same: clients that try again look at its status only. */
const ERROR_BYTES = 64 * 1024;
const ERROR_MS = 1000;

export function copyResponse(response: Response, heard: (answer: Answer) => void): Response {
  const copy = new Copy(response, heard);
  const { body } = response;
  if (body === null) {
    copy.end(true);
    return response;
  }
  const copied = new Response(copiedStream(body, copy), response);
  return withIdentity(copied, response);
}

class Copy {
  readonly #response: Response;
  readonly #heard: (answer: Answer) => void;
  readonly #bytes: Uint8Array[] = [];
  #size = 0;
  #firstAt: number | null = null;
  #ended = false;

  constructor(response: Response, heard: (answer: Answer) => void) {
    this.#response = response;
    this.#heard = heard;
  }

  get size(): number {
    return this.#size;
  }

  get isError(): boolean {
    return this.#response.status >= 400;
  }

  add(piece: Uint8Array): void {
    this.#firstAt ??= Date.now();
    this.#size += piece.byteLength;
    if (this.#size <= MOST_BYTES) this.#bytes.push(piece);
    else this.#bytes.length = 0;
  }

  end(complete: boolean, failure: unknown = null): void {
    if (this.#ended) return;
    this.#ended = true;
    const { status, headers } = this.#response;
    this.#heard({
      status,
      headers,
      bytes: this.#bytes,
      tooLong: this.#size > MOST_BYTES,
      firstAt: this.#firstAt,
      endedAt: Date.now(),
      complete,
      failure,
    });
  }
}

function copiedStream(body: ReadableStream<Uint8Array>, copy: Copy): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      try {
        const { done, value } = await nextPiece(reader);
        if (done) {
          copy.end(true);
          controller.close();
          controller.byobRequest?.respond(0);
        } else {
          // What is handed on belongs to the reader from then on.
          copy.add(value.slice());
          controller.enqueue(value);
        }
      } catch (error) {
        copy.end(false, error);
        throw error;
      }
    },
    cancel(reason) {
      if (copy.isError && copy.size === 0) return void readError(reader, copy);
      copy.end(false);
      return reader.cancel(reason);
    },
  });
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function nextPiece(reader: Reader): ReturnType<Reader['read']> {
  for (;;) {
    const piece = await reader.read();
    if (piece.done || piece.value.byteLength > 0) return piece;
  }
}

/** Behind the back of the one who has cancelled it. */
async function readError(reader: Reader, copy: Copy): Promise<void> {
  const timer = later(ERROR_MS, () => void reader.cancel().catch(() => {}));
  try {
    for (let piece = await reader.read(); ; piece = await reader.read()) {
      if (piece.done) break;
      copy.add(piece.value);
      if (copy.size > ERROR_BYTES) await reader.cancel();
    }
    copy.end(true);
  } catch {
    copy.end(false);
  } finally {
    clearTimeout(timer);
  }
}

/** A new response knows neither where it came from nor how. */
function withIdentity(copied: Response, { url, redirected, type }: Response): Response {
  const clone = copied.clone.bind(copied);
  return Object.defineProperties(copied, {
    url: { value: url, configurable: true },
    redirected: { value: redirected, configurable: true },
    type: { value: type, configurable: true },
    clone: {
      value: () => withIdentity(clone(), { url, redirected, type } as Response),
      configurable: true,
      writable: true,
    },
  });
}

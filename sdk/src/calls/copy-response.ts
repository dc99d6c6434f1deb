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
  if (response.body === null) {
    copy.end();
    return response;
  }
  if (response.status >= 400) {
    void readError(response.clone(), copy);
    return response;
  }
  const stream = copiedStream(response.body, copy);
  open.add(copy, stream);
  return withIdentity(new Response(stream, response), response);
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

function copiedStream(body: ReadableStream<Uint8Array>, copy: Copy): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      try {
        const { done, value } = await nextPiece(reader);
        if (done) {
          copy.end();
          controller.close();
          controller.byobRequest?.respond(0);
        } else {
          // What is handed on belongs to the reader from then on.
          copy.add(value.slice());
          controller.enqueue(value);
        }
      } catch (error) {
        copy.end();
        throw error;
      }
    },
    cancel(reason) {
      copy.end();
      return reader.cancel(reason);
    },
  });
}

async function nextPiece(reader: Reader): ReturnType<Reader['read']> {
  for (;;) {
    const piece = await reader.read();
    if (piece.done || piece.value.byteLength > 0) return piece;
  }
}

/** Of an error. */
const MOST_BYTES = 64 * 1024;
const LONGEST_MS = 5000;

/** An error is small, and read beside the program: many clients look at its status only, and try again. */
async function readError(response: Response, copy: Copy): Promise<void> {
  const reader: Reader | undefined = response.body?.getReader();
  const stop = () => void reader?.cancel().catch(() => {});
  const timer = later(LONGEST_MS, stop);
  try {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      copy.add(piece.value);
      if (copy.size > MOST_BYTES) stop();
    }
  } catch {
    // It was aborted: what came is what there is.
  }
  clearTimeout(timer);
  copy.end();
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

/**
 * A response whose bytes are kept as they are read. The reader sets the pace: nothing is read that was not asked for,
 * and each piece is handed on as it comes.
 */
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
  const { body, status } = response;
  // Of these, there can be no other with a body.
  if (body === null || status < 200 || status === 204 || status === 205 || status === 304) {
    copy.end();
    return response;
  }
  if (status >= 400 || typeof body.getReader !== 'function') {
    void readBeside(response.clone(), copy);
    return response;
  }
  const stream = copiedStream(body, copy);
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

/**
 * Beside the program: an error is small, and many clients look at its status only, and try again. So are bodies that
 * are no streams of the web, as those of older implementations of `fetch`.
 */
async function readBeside(response: Response, copy: Copy): Promise<void> {
  try {
    copy.add(new Uint8Array(await response.arrayBuffer()));
  } catch {
    // It was aborted.
  }
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

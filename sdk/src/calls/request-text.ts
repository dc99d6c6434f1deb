/** The body of a request, read without consuming it. */
import type { Fetch } from '../options.ts';

export type OutgoingRequest = {
  /** The arguments to pass on; they differ from the given ones when a stream had to be split. */
  input: Parameters<Fetch>[0];
  init: RequestInit | undefined;
  /** Null when the body cannot be JSON text. */
  text: string | null | Promise<string | null>;
  /** Stops reading the body; called when the call is over. */
  stop: () => void;
};

export function requestText(input: Parameters<Fetch>[0], init: RequestInit | undefined): OutgoingRequest {
  const body: unknown = init?.body;
  if (body === undefined || body === null) {
    return { input, init, ...(isRequest(input) ? streamText(input.clone().body) : NO_TEXT) };
  }
  if (!(body instanceof ReadableStream)) return { input, init, ...NO_TEXT, text: textOf(body) };
  if (init instanceof Request) {
    const request = new Request(input, init);
    return { input: request, init: undefined, ...streamText(request.clone().body) };
  }
  const [sent, kept] = body.tee();
  return { input, init: { ...init, body: sent }, ...streamText(kept) };
}

const NO_TEXT = { text: null, stop: () => {} };

function textOf(body: unknown): OutgoingRequest['text'] {
  if (typeof body === 'string') return body;
  if (body instanceof ArrayBuffer || body instanceof Uint8Array) return new TextDecoder().decode(body);
  return typeof Blob === 'function' && body instanceof Blob ? body.text().catch(() => null) : null;
}

function streamText(stream: ReadableStream<Uint8Array> | null): Pick<OutgoingRequest, 'text' | 'stop'> {
  if (stream === null) return NO_TEXT;
  const reader = stream.getReader();
  const read = async () => {
    const decoder = new TextDecoder();
    let text = '';
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      text += decoder.decode(piece.value, { stream: true });
    return text + decoder.decode();
  };
  return { text: read().catch(() => null), stop: () => void reader.cancel().catch(() => {}) };
}

function isRequest(input: Parameters<Fetch>[0]): input is Request {
  return typeof input === 'object' && !(input instanceof URL);
}

/** The body of a request, read beside the one who sends it. */
import type { Fetch } from '../options.ts';

export type Asked = {
  /** To be sent instead of what was given, where a stream had to be split. */
  init: RequestInit | undefined;
  /** Null when the body is nothing that a model is asked with. */
  text: string | null | Promise<string | null>;
};

export function requestText(input: Parameters<Fetch>[0], init: RequestInit | undefined): Asked {
  const body: unknown = init?.body;
  if (body === undefined || body === null) {
    return { init, text: isRequest(input) ? orNull(input.clone().text()) : null };
  }
  if (body instanceof ReadableStream) {
    const [sent, kept] = body.tee();
    return { init: { ...init, body: sent }, text: orNull(new Response(kept).text()) };
  }
  return { init, text: textOf(body) };
}

function textOf(body: unknown): Asked['text'] {
  if (typeof body === 'string') return body;
  if (body instanceof ArrayBuffer || body instanceof Uint8Array) return new TextDecoder().decode(body);
  return typeof Blob === 'function' && body instanceof Blob ? orNull(body.text()) : null;
}

function isRequest(input: Parameters<Fetch>[0]): input is Request {
  return typeof input === 'object' && !(input instanceof URL);
}

/** A request that was aborted while it was read is none. */
function orNull(text: Promise<string>): Promise<string | null> {
  return text.catch(() => null);
}

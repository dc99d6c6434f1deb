/** An answer as the bytes of its JSON: written on the thread that made it, sent on as they are. */
declare const answer: unique symbol;

/** What they say is part of the type, and of nothing else. */
export type JsonBytes<T> = Uint8Array & { readonly [answer]?: T };

/** In a buffer of their own, which can change threads without being copied. */
export function jsonBytes<T>(value: T): JsonBytes<T> {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** Bytes that are JSON already, piece by piece. */
export function joinedJson<T>(...pieces: (string | Uint8Array)[]): JsonBytes<T> {
  const parts = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** JSON as bytes: serialised on the reading thread, sent by the acknowledging thread as they are. */
declare const answer: unique symbol;

/** Bytes of the JSON of a `T`; the type parameter exists for the compiler only. */
export type JsonBytes<T> = Uint8Array & { readonly [answer]?: T };

/** Serialises into a buffer of its own, which can be transferred between threads. */
export function jsonBytes<T>(value: T): JsonBytes<T> {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** Joins pieces that are JSON already. */
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

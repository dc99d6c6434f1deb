import { Readable } from 'node:stream';
import type { MayRead } from './tail/guarded-stream.ts';

/** Small chunks show whether a client reads. */
const CHUNK_BYTES = 64 * 1024;

export class NoLongerAllowed extends Error {}

/**
 * Passes bytes on for as long as the client may read them, since a download can take hours; then it fails.
 */
export function whileAllowed(bytes: Readable, mayRead: MayRead): Readable {
  const allowed = async function* () {
    for await (const chunk of bytes) {
      if (!(await mayRead())) throw new NoLongerAllowed('The client may not read this any more.');
      for (let at = 0; at < chunk.length; at += CHUNK_BYTES) yield chunk.subarray(at, at + CHUNK_BYTES);
    }
  };
  return Readable.from(allowed(), { objectMode: false });
}

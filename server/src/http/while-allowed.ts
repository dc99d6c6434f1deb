import { Readable } from 'node:stream';
import type { MayRead } from './tail/guarded-stream.ts';

/** Whether a client takes what it is sent is seen piece by piece. */
const PIECE = 64 * 1024;

export class NoLongerAllowed extends Error {}

/** The same bytes, as long as whoever they are for may read them: a download can take hours. Then it fails. */
export function whileAllowed(bytes: Readable, mayRead: MayRead): Readable {
  const allowed = async function* () {
    for await (const chunk of bytes) {
      if (!(await mayRead())) throw new NoLongerAllowed('Whoever reads it may not any more.');
      for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
    }
  };
  return Readable.from(allowed(), { objectMode: false });
}

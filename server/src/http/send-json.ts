/** Sends JSON that is written already; a large answer in pieces, as fast as the client takes them. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ApiError } from '../errors.ts';

/** A write is a copy into the socket, on the thread that acknowledges: this much takes a fraction of a millisecond. */
const PIECE = 256 * 1024;
/** What clients leave waiting is in memory. */
const MOST_WAITING = 256 * 1024 * 1024;
/** A client that takes nothing for this long is gone. */
const SILENCE_MS = 60_000;

export class JsonSender {
  readonly #most: number;
  #waiting = 0;

  constructor(most = MOST_WAITING) {
    this.#most = most;
  }

  send(reply: FastifyReply, bytes: Uint8Array): FastifyReply {
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const { length } = whole;
    if (length <= PIECE) return reply.type(JSON_TYPE).send(whole);
    // One is always sent, however large it is.
    if (this.#waiting > 0 && this.#waiting + length > this.#most) {
      throw new ApiError('unavailable', {
        message: 'Too many large responses are in progress. Try again, or narrow the request.',
        retryAfter: 5,
      });
    }
    this.#waiting += length;
    reply.raw.once('close', () => {
      this.#waiting -= length;
    });
    reply.raw.setTimeout(SILENCE_MS, () => reply.raw.destroy());
    return reply
      .type(JSON_TYPE)
      .header('Content-Length', length)
      .send(Readable.from(piecesOf(whole), { objectMode: false }));
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

function* piecesOf(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += PIECE) yield whole.subarray(at, at + PIECE);
}

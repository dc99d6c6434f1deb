/** Sends JSON that is written already; a large answer in pieces, as fast as the client takes them. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ApiError } from '../base/errors.ts';
import { expectPace } from './expect-pace.ts';

/** A write is a copy into the socket, on the thread that acknowledges: this much takes a fraction of a millisecond. */
const PIECE = 256 * 1024;
/** What clients leave waiting is in memory. */
const MOST_WAITING = 256 * 1024 * 1024;

export class JsonSender {
  readonly #most: number;
  readonly #waiting = new Map<string, number>();
  #waitingInAll = 0;

  constructor(most = MOST_WAITING) {
    this.#most = most;
  }

  /** `asker`: one who takes nothing of it may not take the room of all others. */
  send(reply: FastifyReply, bytes: Uint8Array, asker: string): FastifyReply {
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const { length } = whole;
    if (length <= PIECE) return reply.type(JSON_TYPE).send(whole);
    const own = this.#waiting.get(asker) ?? 0;
    // One is always sent, however large it is. Whoever has some waiting leaves as much to others.
    if (this.#waitingInAll > 0 && own + length > this.#most - this.#waitingInAll) {
      throw new ApiError('unavailable', {
        message: 'Too many large responses are in progress. Try again, or narrow the request.',
        retryAfter: 5,
      });
    }
    this.#count(asker, length);
    reply.raw.once('close', () => this.#count(asker, -length));
    expectPace(reply.raw);
    return reply
      .type(JSON_TYPE)
      .header('Content-Length', length)
      .send(Readable.from(piecesOf(whole), { objectMode: false }));
  }

  #count(asker: string, bytes: number): void {
    this.#waitingInAll += bytes;
    const own = (this.#waiting.get(asker) ?? 0) + bytes;
    if (own > 0) this.#waiting.set(asker, own);
    else this.#waiting.delete(asker);
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

function* piecesOf(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += PIECE) yield whole.subarray(at, at + PIECE);
}

/** Sends serialised JSON; a large response in chunks, as fast as the client reads. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ApiError } from '../base/errors.ts';
import { enforceReadPace } from './read-pace.ts';

/**
 * A write copies into the socket on the acknowledging thread: this much takes a fraction of a millisecond.
 */
const CHUNK_BYTES = 256 * 1024;
/** What waits for clients is held in memory. */
const MAX_WAITING_BYTES = 256 * 1024 * 1024;

export class JsonSender {
  readonly #most: number;
  readonly #waiting = new Map<string, number>();
  readonly #held = new WeakMap<ServerResponse, number>();
  #waitingInAll = 0;

  constructor(most = MAX_WAITING_BYTES) {
    this.#most = most;
  }

  /** `asker`: one that does not read must not use up the memory for all others. */
  send(reply: FastifyReply, bytes: Uint8Array, asker: string): FastifyReply {
    const whole = bufferOf(bytes);
    const { length } = whole;
    if (length <= CHUNK_BYTES) return reply.type(JSON_TYPE).send(whole);
    this.hold(reply, asker, length);
    enforceReadPace(reply.raw);
    return reply
      .type(JSON_TYPE)
      .header('Content-Length', length)
      .send(Readable.from(piecesOf(whole), { objectMode: false }));
  }

  /** Sends JSON Lines as they come. The caller counts the bytes of each with `hold`. */
  sendLines(reply: FastifyReply, lines: AsyncIterable<Uint8Array>): FastifyReply {
    enforceReadPace(reply.raw);
    return reply.type(LINES_TYPE).send(Readable.from(piecesOfAll(lines), { objectMode: false }));
  }

  /** Counts bytes as waiting until the response is closed; throws where too many wait already. */
  hold(reply: FastifyReply, asker: string, length: number): void {
    const own = this.#waiting.get(asker) ?? 0;
    // One response is always sent, however large. An asker with responses waiting leaves as much to others.
    if (this.#waitingInAll > 0 && own + length > this.#most - this.#waitingInAll) {
      throw new ApiError('unavailable', {
        message: 'Too many large responses are in progress. Try again, or narrow the request.',
        retryAfter: 5,
      });
    }
    // A response that was closed meanwhile holds nothing, and will not say so again.
    if (reply.raw.closed) return;
    const held = this.#held.get(reply.raw);
    if (held === undefined) reply.raw.once('close', () => this.#release(reply.raw, asker));
    this.#held.set(reply.raw, (held ?? 0) + length);
    this.#count(asker, length);
  }

  #release(response: ServerResponse, asker: string): void {
    this.#count(asker, -(this.#held.get(response) ?? 0));
    this.#held.delete(response);
  }

  #count(asker: string, bytes: number): void {
    this.#waitingInAll += bytes;
    const own = (this.#waiting.get(asker) ?? 0) + bytes;
    if (own > 0) this.#waiting.set(asker, own);
    else this.#waiting.delete(asker);
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';
const LINES_TYPE = 'application/x-ndjson; charset=utf-8';

async function* piecesOfAll(lines: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const line of lines) yield* piecesOf(bufferOf(line));
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function* piecesOf(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += CHUNK_BYTES) yield whole.subarray(at, at + CHUNK_BYTES);
}

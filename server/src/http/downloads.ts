/** Files of any size on their way out: how many at a time, and what becomes of those that nobody reads. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiError } from '../base/errors.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { expectPace } from './expect-pace.ts';
import type { MayRead } from './tail/guarded-stream.ts';
import { whileAllowed } from './while-allowed.ts';

export type DownloadLimits = { inAll: number; perAccount: number; perApp: number };

export type Download = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Whose places it takes. */
  apps: readonly string[];
  accounts: readonly string[];
  /** It ends as soon as this says no. */
  mayRead: MayRead;
  headers: Record<string, string>;
  open: () => Promise<Readable>;
};

export class Downloads {
  readonly #log: Logger;
  readonly #places: ConcurrencyLimit;
  readonly #busy: string;

  /** `busy`: what whoever finds no place is told. */
  constructor(most: DownloadLimits, log: Logger, busy: string) {
    this.#log = log;
    this.#busy = busy;
    this.#places = new ConcurrencyLimit(most);
  }

  async send({ request, reply, apps, accounts, mayRead, headers, open }: Download): Promise<FastifyReply> {
    if (request.method === 'HEAD') return reply.headers(headers).send('');
    const leave = this.#places.take(apps, accounts);
    if (!leave) throw new ApiError('rate_limited', { message: this.#busy, retryAfter: 10 });
    try {
      const stream = whileAllowed(await open(), mayRead);
      stream.once('close', leave);
      stream.once('error', (error) => {
        this.#log.warn({ err: error, requestId: request.id }, 'an export was cut short');
        // It must not look like a whole file, not even to a client that knows no chunks.
        request.raw.socket.resetAndDestroy();
      });
      expectPace(reply.raw);
      return reply.headers(headers).send(stream);
    } catch (error) {
      leave();
      throw error;
    }
  }
}

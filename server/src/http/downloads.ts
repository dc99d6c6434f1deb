/** Downloads of any size: limits their number, and ends those that no client reads. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiError } from '../base/errors.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { enforceReadPace } from './read-pace.ts';
import type { MayRead } from './tail/guarded-stream.ts';
import { whileAllowed } from './while-allowed.ts';

export type DownloadLimits = { inAll: number; perAccount: number; perApp: number };

export type Download = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Whose slots it takes. */
  apps: readonly string[];
  accounts: readonly string[];
  /** The download ends as soon as this returns false. */
  mayRead: MayRead;
  headers: Record<string, string>;
  open: () => Promise<Readable>;
};

export class Downloads {
  readonly #log: Logger;
  readonly #slots: ConcurrencyLimit;
  readonly #busy: string;

  /** `busy`: the message if there is no slot. */
  constructor(most: DownloadLimits, log: Logger, busy: string) {
    this.#log = log;
    this.#busy = busy;
    this.#slots = new ConcurrencyLimit(most);
  }

  async send({ request, reply, apps, accounts, mayRead, headers, open }: Download): Promise<FastifyReply> {
    if (request.method === 'HEAD') return reply.headers(headers).send('');
    const leave = this.#slots.take(apps, accounts);
    if (!leave) throw new ApiError('rate_limited', { message: this.#busy, retryAfter: 10 });
    try {
      const stream = whileAllowed(await open(), mayRead);
      stream.once('close', leave);
      stream.once('error', (error) => {
        this.#log.warn({ err: error, requestId: request.id }, 'export aborted');
        // An aborted export must not look complete, even to a client that does not know chunks.
        request.raw.socket.resetAndDestroy();
      });
      enforceReadPace(reply.raw);
      return reply.headers(headers).send(stream);
    } catch (error) {
      leave();
      throw error;
    }
  }
}

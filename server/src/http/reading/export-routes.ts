import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiError } from '../../errors.ts';
import type { ExportForm, ExportFormat } from '../../reading/export-stream.ts';
import type { Reading } from '../../reading/reading.ts';
import type { Asker } from '../asker.ts';
import type { Bind } from '../bind.ts';
import { Places } from '../places.ts';

export type ExportSources = { reading: Reading; log: Logger };

/** Each keeps a connection of the store busy, and there are few of those. */
const MOST = { inAll: 8, perApp: 2 };
/** A client that takes nothing for this long is gone; longer than any question to the store may take. */
const SILENCE_MS = 120_000;

const MEDIA: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

type Download = { asker: Asker; request: FastifyRequest; reply: FastifyReply };

export function exportRoutes(bind: Bind, { reading, log }: ExportSources): void {
  const places = new Places(MOST);

  bind('exportInteractions', ({ query: { as, ...query }, ...call }) =>
    download('interactions', as, call, (form) =>
      reading.stream('exportInteractions', { apps: call.asker.apps, query, form }),
    ),
  );

  bind('exportSessions', ({ query: { as, ...query }, ...call }) =>
    download('sessions', as, call, (form) =>
      reading.stream('exportSessions', { apps: call.asker.apps, query, form }),
    ),
  );

  bind('exportUsers', ({ query: { as, ...query }, ...call }) =>
    download('users', as, call, (form) =>
      reading.stream('exportUsers', { apps: call.asker.apps, query, form }),
    ),
  );

  async function download(
    name: string,
    as: ExportFormat,
    { asker, request, reply }: Download,
    open: (form: ExportForm) => Promise<Readable>,
  ) {
    // Parquet is compressed inside, and its readers want to seek.
    const gzip = as !== 'parquet' && acceptsGzip(request.raw);
    const date = new Date().toISOString().slice(0, 10);
    const headers = {
      'Content-Type': MEDIA[as],
      'Content-Disposition': `attachment; filename="parley-${name}-${date}.${as}"`,
      ...(as === 'parquet' ? {} : { Vary: 'Accept-Encoding' }),
      ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
    };
    if (request.method === 'HEAD') return reply.headers(headers).send('');

    const leave = places.take(asker.apps);
    if (!leave) {
      throw new ApiError('rate_limited', {
        message: `At most ${MOST.perApp} exports of an application run at a time, and ${MOST.inAll} of a server: wait until one is through.`,
        retryAfter: 10,
      });
    }
    try {
      const stream = await open({ as, gzip });
      stream.once('close', leave);
      stream.once('error', (error) => {
        log.warn({ err: error, requestId: request.id }, 'an export was cut short');
        // It must not look like a whole file, not even to a client that knows no chunks.
        request.raw.socket.resetAndDestroy();
      });
      reply.raw.setTimeout(SILENCE_MS, () => request.raw.socket.destroy());
      return reply.headers(headers).send(stream);
    } catch (error) {
      leave();
      throw error;
    }
  }
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').split(',');
  return accepted.some((encoding) =>
    /^\s*(?:gzip|x-gzip|\*)\s*(?:;(?!\s*q=0(?:\.0*)?\s*$)|$)/i.test(encoding),
  );
}

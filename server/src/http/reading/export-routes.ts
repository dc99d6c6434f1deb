import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { accountsOf } from '../../accounts/members/roles.ts';
import type { ExportForm, ExportFormat } from '../../reading/export-stream.ts';
import type { Reading } from '../../reading/reading.ts';
import type { Asker, Guards } from '../asker.ts';
import type { Bind } from '../bind.ts';
import { Downloads } from '../downloads.ts';
import { stillAllowed } from '../tail/still-allowed.ts';

export type ExportSources = Guards & { reading: Reading; log: Logger };

/** Each export uses a connection of the store, and each asker's a thread. */
const MAX_EXPORTS = { inAll: 8, perAccount: 4, perApp: 2 };
const BUSY_MESSAGE = `At most ${MAX_EXPORTS.perApp} exports of an application run at a time, fewer while many run, ${MAX_EXPORTS.perAccount} of an account and ${MAX_EXPORTS.inAll} of a server: wait until one is through.`;

const MEDIA: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

type Call = { asker: Asker; request: FastifyRequest; reply: FastifyReply; gone: AbortSignal };

export function exportRoutes(bind: Bind, { reading, log, ...guards }: ExportSources): void {
  const downloads = new Downloads(MAX_EXPORTS, log, BUSY_MESSAGE);

  bind('exportInteractions', ({ query: { as, ...query }, ...call }) =>
    download('interactions', as, call, (form) =>
      reading.stream(call.asker.key, 'exportInteractions', { apps: call.asker.apps, query, form }, call.gone),
    ),
  );

  bind('exportSessions', ({ query: { as, ...query }, ...call }) =>
    download('sessions', as, call, (form) =>
      reading.stream(call.asker.key, 'exportSessions', { apps: call.asker.apps, query, form }, call.gone),
    ),
  );

  bind('exportUsers', ({ query: { as, ...query }, ...call }) =>
    download('users', as, call, (form) =>
      reading.stream(call.asker.key, 'exportUsers', { apps: call.asker.apps, query, form }, call.gone),
    ),
  );

  async function download(
    name: string,
    as: ExportFormat,
    { asker, request, reply }: Call,
    open: (form: ExportForm) => Promise<Readable>,
  ) {
    // Parquet is compressed internally, and its readers need to seek.
    const gzip = as !== 'parquet' && acceptsGzip(request.raw);
    const date = new Date().toISOString().slice(0, 10);
    const headers = {
      'Content-Type': MEDIA[as],
      'Content-Disposition': `attachment; filename="parley-${name}-${date}.${as}"`,
      ...(as === 'parquet' ? {} : { Vary: 'Accept-Encoding' }),
      ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
    };
    return downloads.send({
      request,
      reply,
      apps: asker.apps,
      accounts: await accountsOf(guards.people.db, asker.apps),
      mayRead: stillAllowed(guards, request, asker),
      headers,
      open: () => open({ as, gzip }),
    });
  }
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').split(',');
  return accepted.some((encoding) =>
    /^\s*(?:gzip|x-gzip|\*)\s*(?:;(?!\s*q=0(?:\.0*)?\s*$)|$)/i.test(encoding),
  );
}

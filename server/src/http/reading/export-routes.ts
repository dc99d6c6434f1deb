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

  bind('exportDataset', ({ query, ...call }) =>
    send(call, headersOf('application/zip', `dataset-${query.as}`, 'zip'), () =>
      reading.stream(call.asker.key, 'exportDataset', { apps: call.asker.apps, query }, call.gone),
    ),
  );

  function download(
    name: string,
    as: ExportFormat,
    call: Call,
    open: (form: ExportForm) => Promise<Readable>,
  ) {
    // Parquet is compressed internally, and its readers need to seek.
    const gzip = as !== 'parquet' && acceptsGzip(call.request.raw);
    const headers = {
      ...headersOf(MEDIA[as], name, as),
      ...(as === 'parquet' ? {} : { Vary: 'Accept-Encoding' }),
      ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
    };
    return send(call, headers, () => open({ as, gzip }));
  }

  async function send(
    { asker, request, reply }: Call,
    headers: Record<string, string>,
    open: () => Promise<Readable>,
  ) {
    return downloads.send({
      request,
      reply,
      apps: asker.apps,
      accounts: await accountsOf(guards.people.db, asker.apps),
      mayRead: stillAllowed(guards, request, asker),
      headers,
      open,
    });
  }
}

function headersOf(media: string, name: string, extension: string): Record<string, string> {
  const date = new Date().toISOString().slice(0, 10);
  return {
    'Content-Type': media,
    'Content-Disposition': `attachment; filename="parley-${name}-${date}.${extension}"`,
  };
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').split(',');
  return accepted.some((encoding) =>
    /^\s*(?:gzip|x-gzip|\*)\s*(?:;(?!\s*q=0(?:\.0*)?\s*$)|$)/i.test(encoding),
  );
}

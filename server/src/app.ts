/** The HTTP app, built without listening: `/track` on the bare server, everything else through Fastify. */
import { createServer } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Access } from './accounts/access.ts';
import { ApiError } from './errors.ts';
import { errorHeaders, refusal } from './http/answer.ts';
import { binder } from './http/bind.ts';
import { type InteractionSources, interactionsRoutes } from './http/interactions-routes.ts';
import { type LedgerSources, ledgerRoutes } from './http/ledger-routes.ts';
import { type RejectionSources, rejectionsRoutes } from './http/rejections-routes.ts';
import { type SystemSources, systemRoutes } from './http/system-routes.ts';
import { handleTrack, isTrackRequest, type TrackRoute } from './http/track-route.ts';
import { type UnpricedModelSources, unpricedModelsRoute } from './http/unpriced-models-route.ts';
import { InvalidCursor } from './queries/cursor.ts';
import { storeRefusal } from './store/failure.ts';

export type AppParts = {
  log: Logger;
  access: Access;
  track: TrackRoute;
} & InteractionSources &
  RejectionSources &
  LedgerSources &
  UnpricedModelSources &
  SystemSources;

/** Slow or silent clients are let go; none of them holds more than a socket. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
};

export function buildApp(parts: AppParts): FastifyInstance {
  const app = Fastify({
    logger: false,
    genReqId: () => crypto.randomUUID(),
    bodyLimit: 1024 * 1024,
    serverFactory: (fastify) =>
      createServer(TIMEOUTS, (request, response) => {
        if (isTrackRequest(request)) void handleTrack(parts.track, request, response);
        else fastify(request, response);
      }),
  });

  const routes = new Routes();
  app.addHook('onRoute', ({ method, url }) => routes.add(method, url));
  app.addHook('onSend', async (_request, reply) => {
    reply.header('X-Content-Type-Options', 'nosniff');
    reply.header('Cache-Control', 'no-store');
  });

  app.setErrorHandler((error, request, reply) => {
    const refused = refusal(expected(error), parts.log, request.id);
    return reply.status(refused.status).headers(errorHeaders(refused)).send(refused.body(request.id));
  });

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const allow = routes.methodsOf(path);
    const refused =
      allow === ''
        ? new ApiError('not_found')
        : new ApiError('method_not_allowed', {
            message: `${path} takes ${allow}, not ${request.method}.`,
            allow,
          });
    return reply.status(refused.status).headers(errorHeaders(refused)).send(refused.body(request.id));
  });

  const bind = binder(app, parts.access);
  systemRoutes(bind, parts);
  interactionsRoutes(bind, parts);
  ledgerRoutes(bind, parts);
  rejectionsRoutes(bind, parts);
  unpricedModelsRoute(bind, parts);
  return app;
}

/** Errors that have an answer of their own, whoever threw them. */
function expected(error: unknown): unknown {
  if (error instanceof InvalidCursor) {
    const issues = [{ path: 'cursor', code: 'invalid_cursor', message: error.message }];
    return new ApiError('invalid_query', { issues });
  }
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    if (error.statusCode === 413) return new ApiError('payload_too_large');
    if (error.statusCode === 415) return new ApiError('unsupported_media_type');
    if (error.statusCode >= 400 && error.statusCode < 500) return new ApiError('invalid_json');
  }
  return storeRefusal(error) ?? error;
}

/** Remembers what is registered, to tell a wrong method from a wrong address. */
class Routes {
  readonly #known: { method: string; pattern: RegExp }[] = [];

  add(method: string | string[], url: string): void {
    const pattern = new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`);
    for (const name of [method].flat()) this.#known.push({ method: name, pattern });
  }

  methodsOf(path: string): string {
    const methods = this.#known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(methods)].join(', ');
  }
}

/** The HTTP app, built without listening: `/track` on the bare server, everything else through Fastify. */
import { createServer } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { Access } from './accounts/access.ts';
import { ApiError } from './base/errors.ts';
import { accountRoutes } from './http/accounts/account-routes.ts';
import { applicationRoutes } from './http/accounts/application-routes.ts';
import { type SampleSources, sampleRoute } from './http/accounts/sample-route.ts';
import { type ArrivalSources, arrivalsRoute } from './http/arrivals/arrivals-route.ts';
import { binder } from './http/bind.ts';
import { type ChannelSources, channelRoutes } from './http/channels/channel-routes.ts';
import { CONSOLE_FOLDER, ConsoleFiles } from './http/console/console-files.ts';
import { monitorRoutes } from './http/monitors/monitor-routes.ts';
import { openapiRoutes } from './http/openapi/openapi-routes.ts';
import { handleOtlp, type OtlpRoute, otlpSignal } from './http/otlp/otlp-route.ts';
import { authRoutes } from './http/people/auth-routes.ts';
import { linkRoutes } from './http/people/link-routes.ts';
import { oidcRoutes } from './http/people/oidc-routes.ts';
import type { PeopleContext } from './http/people/people-context.ts';
import { secondFactorRoutes } from './http/people/second-factor-routes.ts';
import { answerError, errorHeaders, refusal } from './http/raw/answer.ts';
import { Connections } from './http/raw/connections.ts';
import { hasBody, watchBody } from './http/raw/watch-body.ts';
import { explainRoute } from './http/reading/explain-route.ts';
import { type ExportSources, exportRoutes } from './http/reading/export-routes.ts';
import { type InteractionSources, interactionsRoutes } from './http/reading/interactions-routes.ts';
import { labelsRoute } from './http/reading/labels-route.ts';
import { type LedgerSources, ledgerRoutes } from './http/reading/ledger-routes.ts';
import { promptsRoutes } from './http/reading/prompts-routes.ts';
import { queryRoute } from './http/reading/query-route.ts';
import { readsRoute } from './http/reading/reads-route.ts';
import { type RejectionSources, rejectionsRoutes } from './http/reading/rejections-routes.ts';
import { sessionsRoutes } from './http/reading/sessions-routes.ts';
import { traceRoute } from './http/reading/trace-route.ts';
import { unpricedModelsRoute } from './http/reading/unpriced-models-route.ts';
import { usersRoutes } from './http/reading/users-routes.ts';
import { type RefusalSources, refusalsRoute } from './http/refusals/refusals-route.ts';
import { reportRoutes } from './http/reports/report-routes.ts';
import { type ReviewSources, reviewRoutes } from './http/review/review-routes.ts';
import { type FeedbackRoute, handleFeedback, isFeedbackRequest } from './http/scores/feedback-route.ts';
import { handleScores, isScoresRequest, type ScoresRoute } from './http/scores/scores-route.ts';
import { type ScoreSources, scoresRoutes } from './http/scores/scores-routes.ts';
import { SDK_FOLDER, sdkRoutes } from './http/sdk/sdk-routes.ts';
import { securityHeaders } from './http/security-headers.ts';
import { JsonSender } from './http/send-json.ts';
import { type SystemInfoSources, systemInfoRoute } from './http/system/system-info-route.ts';
import { type SystemSources, systemRoutes } from './http/system/system-routes.ts';
import { type TailSources, tailRoute } from './http/tail/tail-route.ts';
import { handleTrack, isTrackRequest, type TrackRoute } from './http/track/track-route.ts';
import { viewRoutes } from './http/views/view-routes.ts';

export type AppDependencies = {
  log: Logger;
  access: Access;
  people: PeopleContext;
  track: TrackRoute;
  otlp: OtlpRoute;
  scores: ScoresRoute;
  feedback: FeedbackRoute;
} & InteractionSources &
  ExportSources &
  TailSources &
  RejectionSources &
  ScoreSources &
  ReviewSources &
  ChannelSources &
  RefusalSources &
  ArrivalSources &
  SampleSources &
  LedgerSources &
  SystemInfoSources &
  SystemSources;

/** Timeouts for slow and silent clients, which hold nothing but a socket. For bodies, see `Uploads`. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
};
/** Node would answer a request without Host with an empty 400; it is refused below with a message. */
const NO_HOST_CHECK = { requireHostHeader: false };
/** How often stalled bodies are looked for. */
const SWEEP_MS = 1000;

const PREMATURE_CLOSE = 'ERR_STREAM_PREMATURE_CLOSE';

/**
 * Body limit for all other routes. They are parsed on the acknowledging thread; 128 KiB takes 8 ms at worst.
 */
const MAX_BODY_BYTES = 128 * 1024;

/** Routes are validated by the contract's schemas; compiling Fastify's own would only slow down the start. */
const noSchemas = () => () => {
  throw new Error('Routes have no schemas of Fastify.');
};
const NO_SCHEMAS = { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } };

export function buildApp(dependencies: AppDependencies, consoleFolder = CONSOLE_FOLDER): FastifyInstance {
  const connections = new Connections({ log: dependencies.log, answersHalfClosed: isTrackRequest });
  const { uploads } = dependencies.track.limits;
  const app = Fastify({
    logger: false,
    genReqId: () => crypto.randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    schemaController: NO_SCHEMAS,
    // A name of 256 characters in a path, each of them four escaped bytes.
    routerOptions: { maxParamLength: 256 * 12 },
    // A URL that cannot be decoded, or is longer than any that exists.
    frameworkErrors(_error, _request, reply) {
      reply.raw.setHeaders(new Map(Object.entries(securityHeaders(dependencies.people.baseUrl))));
      answerError(reply.raw, new ApiError('not_found'), dependencies.log);
    },
    clientErrorHandler: (error, socket) => connections.onClientError(error, socket),
    serverFactory: (fastify) => {
      // The handlers answer every error; a mistake in that must not end the server.
      const survive = (handled: Promise<void>) =>
        void handled.catch((error: unknown) => dependencies.log.error({ err: error }, 'unexpected error'));
      const server = createServer({ ...TIMEOUTS, ...NO_HOST_CHECK }, (request, response) => {
        if (connections.refusesHostless(request, response)) return;
        if (isTrackRequest(request)) return survive(handleTrack(dependencies.track, request, response));
        if (isScoresRequest(request)) return survive(handleScores(dependencies.scores, request, response));
        if (isFeedbackRequest(request))
          return survive(handleFeedback(dependencies.feedback, request, response));
        const signal = otlpSignal(request);
        if (signal !== null) return survive(handleOtlp(dependencies.otlp, signal, request, response));
        if (hasBody(request)) {
          watchBody(uploads, request, (reason) => connections.refuse(request.socket, reason));
        }
        fastify(request, response);
      });
      connections.attach(server);
      return server;
    },
  });
  const sweeping = setInterval(() => uploads.sweep(), SWEEP_MS).unref();
  app.addHook('onClose', async () => clearInterval(sweeping));

  const routes = new Routes();
  app.addHook('onRoute', ({ method, url }) => routes.add(method, url));
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(securityHeaders(dependencies.people.baseUrl))) {
      if (!reply.hasHeader(name)) reply.header(name, value);
    }
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
  });

  app.setErrorHandler((error, request, reply) => {
    const refused = hasLeft(error, reply)
      ? new ApiError('unavailable')
      : refusal(expected(error), dependencies.log, request.id);
    return reply.status(refused.status).headers(errorHeaders(refused)).send(refused.body(request.id));
  });

  const pages = new ConsoleFiles(consoleFolder);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (pages.answer(request, reply, path)) return reply;
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

  const sender = new JsonSender();
  const bind = binder(app, dependencies, sender);
  systemRoutes(bind, dependencies);
  systemInfoRoute(bind, dependencies);
  openapiRoutes(bind, pages);
  sdkRoutes(bind, SDK_FOLDER);
  interactionsRoutes(bind, dependencies);
  exportRoutes(bind, dependencies);
  tailRoute(bind, dependencies);
  sessionsRoutes(bind, dependencies);
  usersRoutes(bind, dependencies);
  promptsRoutes(bind, dependencies);
  queryRoute(bind, dependencies);
  readsRoute(bind, { ...dependencies, sender });
  explainRoute(bind, dependencies);
  ledgerRoutes(bind, dependencies);
  rejectionsRoutes(bind, dependencies);
  scoresRoutes(bind, dependencies);
  refusalsRoute(bind, dependencies);
  arrivalsRoute(bind, dependencies);
  labelsRoute(bind, dependencies);
  traceRoute(bind, dependencies);
  unpricedModelsRoute(bind, dependencies);
  viewRoutes(bind, dependencies);
  reviewRoutes(bind, dependencies);
  channelRoutes(bind, dependencies);
  monitorRoutes(bind, dependencies);
  reportRoutes(bind, dependencies);
  authRoutes(bind, dependencies);
  linkRoutes(bind, dependencies);
  secondFactorRoutes(bind, dependencies);
  oidcRoutes(bind, dependencies);
  accountRoutes(bind, dependencies);
  applicationRoutes(bind, dependencies);
  sampleRoute(bind, dependencies);
  return app;
}

/** Whether the client left before the first line of its answer, which is no error of the server. */
function hasLeft(error: unknown, { raw }: FastifyReply): boolean {
  return raw.destroyed && error instanceof Error && 'code' in error && error.code === PREMATURE_CLOSE;
}

/** Translates Fastify's errors into those of the registry. */
function expected(error: unknown): unknown {
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    if (error.statusCode === 413) return new ApiError('payload_too_large');
    if (error.statusCode === 415) return new ApiError('unsupported_media_type');
    if (error.statusCode >= 400 && error.statusCode < 500) return new ApiError('invalid_json');
  }
  return error;
}

/** Knows the registered routes, to tell a wrong method from an unknown path. */
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

/**
 * Every route of the service: its parameters, responses and access. The server validates requests by it,
 * the OpenAPI document is generated from it, and the console's calls are typed by it.
 */
import { z } from 'zod';
import { ACCOUNT_ROUTES } from './account-routes.ts';
import { ArrivalList, ListArrivalsQuery } from './arrivals.ts';
import { ExplainBody, Explanation } from './explain.ts';
import { Name } from './filters.ts';
import {
  ExportQuery,
  InteractionList,
  InteractionTurn,
  ListInteractionsQuery,
  Neighbours,
  NeighboursQuery,
  RawInteraction,
  ScoredInteraction,
  TailHeaders,
  TailQuery,
} from './interactions.ts';
import { LabelList, ListLabelsQuery } from './label-list.ts';
import { Ledger, LedgerQuery } from './ledger.ts';
import {
  ExportLogsAnswer,
  ExportLogsRequest,
  ExportTracesAnswer,
  ExportTracesRequest,
  LOGS_EXAMPLE,
  OTLP_MEDIA,
  OtlpStatus,
  TRACES_EXAMPLE,
} from './otlp.ts';
import { PAYLOAD_EXAMPLE, Payload, TrackHeaders } from './payload.ts';
import { QueryAnswer, QueryBody } from './query.ts';
import { ReadsBody } from './reads.ts';
import { ListRefusalsQuery, RefusalList } from './refusals.ts';
import { Accepted, ListRejectionsQuery, RejectionList } from './rejections.ts';
import type { Route, RouteAccess } from './route.ts';
import { ListScoresQuery, ScoreList, ScoresAnswer, ScoresBody, ScoresQuery } from './scores.ts';
import {
  ExportSessionsQuery,
  GetSessionQuery,
  ListSessionsQuery,
  SessionConversation,
  SessionList,
} from './sessions.ts';
import { Ready, Sdk, Status, System } from './system.ts';
import { TraceOutline, TraceParams } from './trace-outline.ts';
import { UnpricedModelList, UnpricedModelsQuery } from './unpriced-models.ts';
import {
  ExportUsersQuery,
  GetUserQuery,
  ListUserNamesQuery,
  ListUsersQuery,
  UserDetail,
  UserList,
  UserNameList,
} from './users.ts';
import { VIEW_ROUTES } from './view-routes.ts';

const READ: RouteAccess = { kind: 'application', scope: 'read' };
const PUBLIC: RouteAccess = { kind: 'public' };
const Id = z.object({ id: z.uuid() });
const OTLP = {
  method: 'POST',
  tag: 'Ingest',
  access: { kind: 'keys', in: 'headers' },
  takes: OTLP_MEDIA,
  media: OTLP_MEDIA,
  refusal: OtlpStatus,
  errors: ['rate_limited', 'unavailable'],
} as const satisfies Partial<Route>;
const DOWNLOAD = {
  method: 'GET',
  access: READ,
  answer: z.string(),
  media: ['text/csv', 'application/x-ndjson', 'application/vnd.apache.parquet'],
  errors: ['rate_limited', 'unavailable'],
} as const satisfies Partial<Route>;
const Up = z.object({ status: z.literal('ok') });

export const ROUTES = {
  track: {
    method: 'POST',
    path: '/track',
    tag: 'Ingest',
    summary: 'Record one interaction',
    description:
      'A 200 means that the interaction is on disk. Posting the same payload again names the same interaction when it carries `timestamps.request` or the same `Idempotency-Key`.',
    access: { kind: 'keys', in: 'payload' },
    headers: TrackHeaders,
    body: Payload,
    example: PAYLOAD_EXAMPLE,
    answer: Accepted,
    errors: ['payload_too_large', 'unsupported_media_type', 'invalid_payload', 'rate_limited', 'unavailable'],
  },
  exportTraces: {
    ...OTLP,
    path: '/v1/traces',
    summary: 'Record the model calls among spans, as OpenTelemetry exports them',
    description:
      'OTLP over HTTP. A 200 means that every model call is on disk. Exporting a span again is a duplicate of the first. Spans that are no model calls are counted as ignored; one that cannot be read is rejected for itself.',
    body: ExportTracesRequest,
    example: TRACES_EXAMPLE,
    answer: ExportTracesAnswer,
  },
  exportLangfuseTraces: {
    ...OTLP,
    path: '/api/public/otel/v1/traces',
    summary: "Record the model calls among spans, at the address that Langfuse's SDKs send to",
    description:
      'The same as `/v1/traces`. The public key of such an SDK is the application key, its secret key the API key.',
    body: ExportTracesRequest,
    example: TRACES_EXAMPLE,
    answer: ExportTracesAnswer,
  },
  exportLogs: {
    ...OTLP,
    path: '/v1/logs',
    summary: 'Record what log records say of model calls, as OpenTelemetry exports them',
    description:
      'OTLP over HTTP. Records that name a span become a part of its interaction, whichever comes first; records that are a call for themselves, as those of Claude Code, become one.',
    body: ExportLogsRequest,
    example: LOGS_EXAMPLE,
    answer: ExportLogsAnswer,
  },
  listInteractions: {
    method: 'GET',
    path: '/v1/interactions',
    tag: 'Interactions',
    summary: 'List interactions, the newest first',
    access: READ,
    query: ListInteractionsQuery,
    answer: InteractionList,
    errors: ['unavailable'],
  },
  getInteraction: {
    method: 'GET',
    path: '/v1/interactions/:id',
    tag: 'Interactions',
    summary: 'Get one interaction',
    description: 'Answers as soon as the interaction was acknowledged.',
    access: READ,
    params: Id,
    answer: ScoredInteraction,
    errors: ['unavailable'],
  },
  getTrace: {
    method: 'GET',
    path: '/v1/traces/:traceId',
    tag: 'Interactions',
    summary: 'Get the spans around the model calls of a trace',
    description: 'The calls themselves are interactions: `GET /v1/interactions?trace=…`.',
    access: READ,
    params: TraceParams,
    answer: TraceOutline,
    errors: ['unavailable'],
  },
  getRawInteraction: {
    method: 'GET',
    path: '/v1/interactions/:id/raw',
    tag: 'Interactions',
    summary: 'Get the request and the response as they were sent, byte for byte',
    access: READ,
    params: Id,
    answer: RawInteraction,
    errors: ['unavailable'],
  },
  getInteractionTurn: {
    method: 'GET',
    path: '/v1/interactions/:id/turn',
    tag: 'Interactions',
    summary: 'Get the place of an interaction in its session',
    access: READ,
    params: Id,
    answer: InteractionTurn,
    errors: ['unavailable'],
  },
  getNeighbours: {
    method: 'GET',
    path: '/v1/interactions/:id/neighbours',
    tag: 'Interactions',
    summary: 'Get the interactions before and after one in a filtered list',
    description:
      'In the order of `GET /v1/interactions` with the same filters. The interaction itself need not fit them.',
    access: READ,
    params: Id,
    query: NeighboursQuery,
    answer: Neighbours,
    errors: ['unavailable'],
  },
  exportInteractions: {
    ...DOWNLOAD,
    path: '/v1/export',
    tag: 'Interactions',
    summary: 'Download interactions as CSV, JSON lines or Parquet, the newest first',
    query: ExportQuery,
  },
  tailInteractions: {
    method: 'GET',
    path: '/v1/tail',
    tag: 'Interactions',
    summary: 'Follow interactions as they are stored, as server-sent events',
    description:
      'Each event `interaction` has the record as its data, as lists have it. A connection that broke goes on where it was with the header `Last-Event-ID`; an event may then come again, under the same id.',
    access: READ,
    query: TailQuery,
    headers: TailHeaders,
    answer: z.string(),
    media: ['text/event-stream'],
    errors: ['rate_limited', 'unavailable'],
  },
  listSessions: {
    method: 'GET',
    path: '/v1/sessions',
    tag: 'Sessions',
    summary: 'List sessions that have an interaction which fits the filters',
    access: READ,
    query: ListSessionsQuery,
    answer: SessionList,
    errors: ['unavailable'],
  },
  getSession: {
    method: 'GET',
    path: '/v1/sessions/:id',
    tag: 'Sessions',
    summary: 'Get a session as one conversation',
    access: READ,
    params: Id,
    query: GetSessionQuery,
    answer: SessionConversation,
    errors: ['unavailable'],
  },
  exportSessions: {
    ...DOWNLOAD,
    path: '/v1/export/sessions',
    tag: 'Sessions',
    summary: 'Download sessions as CSV, JSON lines or Parquet, as they are listed',
    query: ExportSessionsQuery,
  },
  listUsers: {
    method: 'GET',
    path: '/v1/users',
    tag: 'Users',
    summary: 'List users with what they did in the interactions which fit the filters',
    access: READ,
    query: ListUsersQuery,
    answer: UserList,
    errors: ['unavailable'],
  },
  getUser: {
    method: 'GET',
    path: '/v1/users/:key',
    tag: 'Users',
    summary: 'Get a user: profile, totals and the newest sessions',
    access: READ,
    params: z.object({ key: Name.min(1) }),
    query: GetUserQuery,
    answer: UserDetail,
    errors: ['unavailable'],
  },
  listUserNames: {
    method: 'GET',
    path: '/v1/user-names',
    tag: 'Users',
    summary:
      'Names and addresses of identified users, whenever they were here: those who were last seen first',
    access: READ,
    query: ListUserNamesQuery,
    answer: UserNameList,
    errors: ['unavailable'],
  },
  exportUsers: {
    ...DOWNLOAD,
    path: '/v1/export/users',
    tag: 'Users',
    summary: 'Download users as CSV, JSON lines or Parquet, as they are listed',
    query: ExportUsersQuery,
  },
  query: {
    method: 'POST',
    path: '/v1/query',
    tag: 'Analytics',
    summary: 'Measure: any measures by any dimensions, over time',
    access: READ,
    body: QueryBody,
    example: { measures: ['interactions', 'costUsd'], dimensions: ['model'], bucket: 'day' },
    answer: QueryAnswer,
    errors: ['invalid_query', 'unavailable'],
  },
  readTogether: {
    method: 'POST',
    path: '/v1/reads',
    tag: 'Analytics',
    summary: 'Read several things at once',
    description:
      'The answer is JSON Lines, one `{"key", "answer"}` or `{"key", "status", "error"}` for each read, in the order in which they are ready; reads begin in the order of the list. Queries that differ only in their measures and in the groups they show are answered by one pass over the rows.',
    access: READ,
    body: ReadsBody,
    example: {
      reads: [
        {
          key: 'figures',
          read: 'query',
          input: { measures: ['interactions', 'costUsd'], compare: 'previous' },
        },
        { key: 'errors', read: 'listInteractions', input: { outcome: 'error', limit: 5 } },
      ],
    },
    answer: z.string(),
    media: ['application/x-ndjson'],
    errors: ['invalid_query', 'unavailable'],
  },
  explain: {
    method: 'POST',
    path: '/v1/explain',
    tag: 'Analytics',
    summary: 'Explain a change: which models, labels and users moved a measure, and how',
    access: READ,
    body: ExplainBody,
    example: { measure: 'costUsd', compare: 'weekBefore' },
    answer: Explanation,
    errors: ['invalid_query', 'unavailable'],
  },
  listLabels: {
    method: 'GET',
    path: '/v1/labels',
    tag: 'Analytics',
    summary: 'List the names of labels, and the first values of each',
    access: READ,
    query: ListLabelsQuery,
    answer: LabelList,
    errors: ['unavailable'],
  },
  listUnpricedModels: {
    method: 'GET',
    path: '/v1/unpriced-models',
    tag: 'Analytics',
    summary: 'List models that were used, but have no price',
    access: READ,
    query: UnpricedModelsQuery,
    answer: UnpricedModelList,
    errors: ['unavailable'],
  },
  sendScores: {
    method: 'POST',
    path: '/v1/scores',
    tag: 'Scores',
    summary: 'Score interactions, sessions, users or traces',
    description:
      'One score, or an array of them. A 200 means that they are on disk. The target may come later. The same `id`, or else the same target, name and author, names the same score: the newest counts, and `null` as a value deletes it.',
    access: { kind: 'application', scope: 'score', orKeys: true },
    query: ScoresQuery,
    body: ScoresBody,
    example: { upstreamId: 'chatcmpl-1', name: 'helpful', value: true, author: 'jane' },
    answer: ScoresAnswer,
    errors: ['payload_too_large', 'unsupported_media_type', 'invalid_payload', 'rate_limited', 'unavailable'],
  },
  listScores: {
    method: 'GET',
    path: '/v1/scores',
    tag: 'Scores',
    summary: 'List scores, the newest first',
    access: READ,
    query: ListScoresQuery,
    answer: ScoreList,
    errors: ['unavailable'],
  },
  deleteScore: {
    method: 'DELETE',
    path: '/v1/scores/:id',
    tag: 'Scores',
    summary: 'Delete a score',
    access: { kind: 'application', scope: 'score' },
    params: Id,
    answer: ScoresAnswer,
    errors: ['unavailable'],
    audit: 'score.delete',
  },
  getLedger: {
    method: 'GET',
    path: '/v1/ledger',
    tag: 'Ledger',
    summary: 'Count what was received, stored, a duplicate, rejected, ignored, or waits; per day',
    access: READ,
    query: LedgerQuery,
    answer: Ledger,
  },
  listRejections: {
    method: 'GET',
    path: '/v1/rejections',
    tag: 'Ledger',
    summary: 'List payloads that were refused, with the reasons, the newest first',
    access: READ,
    query: ListRejectionsQuery,
    answer: RejectionList,
    errors: ['unavailable'],
  },
  getRawRejection: {
    method: 'GET',
    path: '/v1/rejections/:id/raw',
    tag: 'Ledger',
    summary: 'Get a refused payload as it was sent, without the API key',
    access: READ,
    params: Id,
    answer: z.unknown(),
    errors: ['unavailable'],
  },
  replayRejection: {
    method: 'POST',
    path: '/v1/rejections/:id/replay',
    tag: 'Ledger',
    summary: 'Take a refused payload once more',
    access: { kind: 'application', scope: 'replay' },
    params: Id,
    answer: Accepted,
    errors: ['invalid_payload', 'unavailable'],
    audit: 'rejection.replay',
  },
  ...VIEW_ROUTES,
  listRefusals: {
    method: 'GET',
    path: '/v1/refusals',
    tag: 'Ledger',
    summary: 'List requests with wrong keys, or that could not be read, the newest first',
    description:
      'For whoever connects an application: those of the last 15 minutes that this server refused. A request with a key of the application is shown to everybody who may read it, and any other one to nobody. Nothing of a key is kept but its last four characters and a hash.',
    access: READ,
    query: ListRefusalsQuery,
    answer: RefusalList,
  },
  listArrivals: {
    method: 'GET',
    path: '/v1/arrivals',
    tag: 'Ledger',
    summary: 'List the ways in which interactions arrive, the newest way first',
    description:
      'For whoever connects an application: by client library, by another client or by OpenTelemetry, and in which format, as this server has seen it since its start. An interaction counts as soon as it is acknowledged.',
    access: READ,
    query: ListArrivalsQuery,
    answer: ArrivalList,
  },
  ...ACCOUNT_ROUTES,
  health: {
    method: 'GET',
    path: '/health',
    tag: 'System',
    summary: 'Is the process up?',
    access: PUBLIC,
    answer: Up,
  },
  ready: {
    method: 'GET',
    path: '/ready',
    tag: 'System',
    summary: 'Can it take payloads, and does the drain move?',
    description:
      'A refusal has the failing background jobs in `issues`: each with the path `jobs.NAME`, since when it fails, how often in a row, and what the last error said.',
    access: PUBLIC,
    query: z.object({
      for: z
        .literal('ingest')
        .optional()
        .describe('`ingest`: only whether it takes payloads, which it does while the store is away'),
    }),
    answer: Ready,
    errors: ['unavailable'],
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    tag: 'System',
    summary: 'Figures for Prometheus',
    access: PUBLIC,
    answer: z.string(),
    media: ['text/plain'],
  },
  getSystem: {
    method: 'GET',
    path: '/v1/system',
    tag: 'System',
    summary: 'How the server is doing: versions, sizes, what waits, throughput',
    description:
      "For owners of the server's first account, which is the operator's. It never waits for the store: `unavailable` says what could not be asked.",
    access: { kind: 'login' },
    answer: System,
    errors: ['forbidden'],
  },
  getStatus: {
    method: 'GET',
    path: '/v1/status',
    tag: 'System',
    summary: 'Does the store answer, and what waits for it?',
    description: 'For everybody who is signed in. The store is not asked.',
    access: { kind: 'login' },
    answer: Status,
  },
  sdk: {
    method: 'GET',
    path: '/sdk',
    tag: 'System',
    summary: 'Where the client library for TypeScript and JavaScript is, and what it must be',
    access: PUBLIC,
    answer: Sdk,
    errors: ['not_found'],
  },
  sdkNewest: {
    method: 'GET',
    path: '/sdk.tgz',
    tag: 'System',
    summary: 'Install the client library of this server: leads to its package',
    access: PUBLIC,
    answer: z.null(),
    redirects: true,
    errors: ['not_found'],
  },
  sdkPackage: {
    method: 'GET',
    path: '/sdk/:file',
    tag: 'System',
    summary: 'The client library, to install with npm',
    access: PUBLIC,
    params: z.object({ file: z.string().max(64).describe('`parley-sdk-VERSION.tgz`, as `/sdk` names it') }),
    query: z.object({
      v: z
        .string()
        .max(64)
        .optional()
        .describe('As `/sdk.tgz` adds it: then the package can be cached for ever'),
    }),
    answer: z.string(),
    media: ['application/gzip'],
    cached: true,
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    tag: 'System',
    summary: 'This description',
    access: PUBLIC,
    answer: z.looseObject({ openapi: z.string() }),
    cached: true,
  },
  docs: {
    method: 'GET',
    path: '/docs',
    tag: 'System',
    summary: 'This description, to read',
    access: PUBLIC,
    answer: z.string(),
    media: ['text/html'],
    cached: true,
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;

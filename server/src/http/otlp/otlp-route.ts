/**
 * `POST /v1/traces` and `POST /v1/logs` of OTLP over HTTP: parse, call, answer. Exporters with one address
 * for all signals also send to `/v1/metrics`, and the refusal says how to stop that.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { ApiError } from '../../base/errors.ts';
import { MemberScan } from '../../base/member-scan.ts';
import type { Application } from '../../ingest/credentials.ts';
import { WrongKeys } from '../../ingest/wrong-keys.ts';
import type { Metrics } from '../../monitoring/metrics.ts';
import { NOTHING_TAKEN, type TakenTelemetry, takeTelemetry } from '../../otel/intake/take-telemetry.ts';
import type { TelemetryIngest } from '../../otel/intake/telemetry-ingest.ts';
import type { SignalName } from '../../otel/telemetry.ts';
import { exportAnswer, statusAnswer } from '../../otel/wire/answers.ts';
import type { Encoding } from '../../otel/wire/decode.ts';
import { type Refusal, refusalFor } from '../../otel/wire/slices.ts';
import { errorHeaders, refusal } from '../raw/answer.ts';
import { discardRest } from '../raw/discard-rest.ts';
import { type Guessing, limited } from '../raw/guessing.ts';
import { type BodyLimits, ClientGone, withBody } from '../raw/read-body.ts';
import type { RefusedRequests } from '../refusals/refused-requests.ts';
import { keysInHeaders } from './keys-in-headers.ts';

export type OtlpRoute = {
  ingest: TelemetryIngest;
  limits: BodyLimits;
  metrics: Metrics;
  log: Logger;
  guessing: Guessing;
  refusals: RefusedRequests;
};

type Signal = SignalName | 'metrics';

const SIGNALS: ReadonlyMap<string, Signal> = new Map([
  ['/v1/traces', 'traces'],
  // The fixed path of Langfuse's SDKs: moving from Langfuse takes a new host and new keys only.
  ['/api/public/otel/v1/traces', 'traces'],
  ['/v1/logs', 'logs'],
  ['/v1/metrics', 'metrics'],
]);

/** Exporters do not retry after a 404, and log its message. */
const NO_METRICS =
  'Parley takes traces and logs, and no metrics: set OTEL_METRICS_EXPORTER=none to send none, or OTEL_EXPORTER_OTLP_METRICS_ENDPOINT to send them elsewhere.';

const WRONG_KEYS =
  'The keys are missing or wrong: send them as the headers x-parley-app-key and x-parley-api-key, or as Authorization: Basic with appKey:apiKey in base64.';

const CONTENT_TYPES: Readonly<Record<Encoding, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};

/** Null for any other path. */
export function otlpSignal({ url = '' }: IncomingMessage): Signal | null {
  const end = url.indexOf('?');
  return SIGNALS.get(end === -1 ? url : url.slice(0, end)) ?? null;
}

export async function handleOtlp(
  route: OtlpRoute,
  signal: Signal,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { metrics, limits } = route;
  // A request of unknown encoding is answered in JSON.
  let encoding: Encoding = 'json';
  try {
    checkMethod(request);
    encoding = encodingOf(request);
    if (signal === 'metrics') throw new ApiError('not_found', { message: NO_METRICS });
    const application = await authenticate(route.ingest, request);
    const scan = encoding === 'json' ? new MemberScan(NO_MEMBERS) : null;
    const taken = await withBody(request, limits, {
      onPiece: (piece) => scan && countJson(scan, piece),
      use: (bytes) => take(route, application, signal, bytes, encoding, scan?.values ?? 0),
    });
    metrics.received += taken.stored + taken.duplicates + taken.scores;
    metrics.acknowledged += taken.stored + taken.duplicates + taken.scores;
    metrics.duplicates += taken.duplicates;
    answer(response, 200, encoding, exportAnswer(signal, encoding, taken.rejected));
  } catch (error) {
    if (error instanceof ClientGone) return;
    if (!request.complete) discardRest(request, response, limits.maxBytes);
    const answered = limited(route, request, error);
    const refused = orLater(refusal(answered, route.log, ''));
    metrics.refused(refused.code);
    response.setHeaders(new Map(Object.entries(errorHeaders(refused))));
    answer(response, refused.status, encoding, statusAnswer(encoding, refused.status, refused.message));
    route.refusals.note(request, answered, keysInHeaders(request.headers));
  }
}

/** Exporters drop data after a 500, and retry after a 503. */
function orLater(refused: ApiError): ApiError {
  if (refused.code !== 'internal') return refused;
  return new ApiError('unavailable', {
    message: 'Something went wrong, and nothing was stored.',
    retryAfter: 5,
  });
}

const NO_MEMBERS: ReadonlySet<string> = new Set();

/** Counts values and depth while JSON arrives, before it is parsed. */
export function countJson(scan: MemberScan, piece: Buffer): void {
  scan.feed(piece);
  const refusal = refusalFor({ records: 0, values: scan.values, depth: scan.depth });
  if (refusal) throw refusedFor(refusal);
}

function refusedFor({ refusal: message, tooLarge }: Refusal): ApiError {
  return new ApiError(tooLarge ? 'payload_too_large' : 'invalid_json', { message });
}

async function take(
  { ingest }: OtlpRoute,
  application: Application,
  signal: SignalName,
  sent: Buffer,
  encoding: Encoding,
  values: number,
): Promise<TakenTelemetry> {
  if (sent.length === 0) return NOTHING_TAKEN;
  const receivedAt = ingest.now();
  const { id, keepVectors } = application;
  const { bytes, parsed } = await ingest.telemetryParser.parseTelemetry(
    id,
    signal,
    sent,
    encoding,
    values,
    keepVectors,
  );
  if ('refusal' in parsed) throw refusedFor(parsed);
  const taken = await takeTelemetry(ingest, application, { signal, encoding, bytes, parsed, receivedAt });
  for (const call of taken.calls) if (!call.duplicate) ingest.arrivals.note(id, 'otel', 'otel', call.id);
  return taken;
}

/** The keys are in the headers, so they are checked before the body is read. */
async function authenticate(
  { credentials, keyUses, now }: TelemetryIngest,
  request: IncomingMessage,
): Promise<Application> {
  const changes = credentials.changes();
  if (changes !== undefined) await changes;
  const sent = keysInHeaders(request.headers);
  const found = credentials.authenticate(sent.appKey, sent.apiKey, now());
  if (!found) throw new WrongKeys(sent, WRONG_KEYS);
  keyUses.set(found.keyId, now());
  return found.application;
}

function encodingOf({ headers }: IncomingMessage): Encoding {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/x-protobuf' || type === 'application/protobuf') return 'protobuf';
  if (type === 'application/json') return 'json';
  throw new ApiError('unsupported_media_type', {
    message: `The content type must be application/x-protobuf or application/json, not ${type.slice(0, 100) || 'none'}.`,
  });
}

function checkMethod({ method, url }: IncomingMessage): void {
  if (method === 'POST') return;
  throw new ApiError('method_not_allowed', { message: `${url} takes POST, not ${method}.`, allow: 'POST' });
}

function answer(response: ServerResponse, status: number, encoding: Encoding, body: Buffer): void {
  response.writeHead(status, {
    'Content-Type': CONTENT_TYPES[encoding],
    'Content-Length': body.length,
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
}

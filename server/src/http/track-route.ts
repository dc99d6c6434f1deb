/** `POST /track`: parse, call, answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { ApiError } from '../errors.ts';
import { type Accepted, type Ingest, track } from '../ingest/track.ts';
import type { Metrics } from '../metrics.ts';
import { answerError, answerJson } from './answer.ts';
import { type BodyLimits, ClientGone, checkContentType, withBody } from './read-body.ts';

export const TRACK_PATH = '/track';

export type TrackRoute = {
  ingest: Ingest;
  limits: BodyLimits;
  metrics: Metrics;
  log: Logger;
  /** Called for keys that are wrong; throws when too many came from there. */
  onWrongKeys?: (request: IncomingMessage) => void;
};

export function isTrackRequest(request: IncomingMessage): boolean {
  const { url } = request;
  return url === TRACK_PATH || (url?.startsWith(`${TRACK_PATH}?`) ?? false);
}

export async function handleTrack(
  route: TrackRoute,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { metrics } = route;
  metrics.received++;
  try {
    checkMethod(request);
    checkContentType(request);
    const key = idempotencyKey(request);
    const accepted = await withBody(request, route.limits, (body) => track(route.ingest, body, key));
    metrics.acknowledged++;
    if (accepted.duplicate) metrics.duplicates++;
    answerJson(response, 200, successBody(accepted));
  } catch (error) {
    if (error instanceof ClientGone) return;
    metrics.refused(answerError(response, limited(route, request, error), route.log).code);
    if (!request.complete) discardRest(request, route.limits.maxBytes);
  }
}

/** Wrong keys are refused as such, until they come too often. Right ones are never held up. */
function limited(route: TrackRoute, request: IncomingMessage, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'invalid_credentials') return error;
  try {
    route.onWrongKeys?.(request);
    return error;
  } catch (tooMany) {
    return tooMany;
  }
}

/**
 * A client that is still sending sees the answer only if somebody reads on; within reason, and within
 * the server's time limit for requests.
 */
function discardRest(request: IncomingMessage, maxBytes: number): void {
  let left = 8 * maxBytes;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
}

function successBody({ id, duplicate, warnings }: Accepted): string {
  if (!duplicate && warnings.length === 0) return `{"status":"ok","id":"${id}"}`;
  return JSON.stringify({
    status: 'ok',
    id,
    ...(duplicate ? { duplicate: true } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  });
}

function checkMethod(request: IncomingMessage): void {
  if (request.method === 'POST') return;
  throw new ApiError('method_not_allowed', {
    message: `${TRACK_PATH} takes POST, not ${request.method}.`,
    allow: 'POST',
  });
}

function idempotencyKey(request: IncomingMessage): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (typeof key === 'string' && key.length <= 256) return key;
  const message = 'Idempotency-Key may have 256 characters at most.';
  throw new ApiError('invalid_payload', { issues: [{ path: 'Idempotency-Key', code: 'too_long', message }] });
}

/** `POST /track`: parse, call, answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { ApiError } from '../../base/errors.ts';
import { lastMember } from '../../base/member-scan.ts';
import { wayOf } from '../../ingest/arrivals.ts';
import { checkKeysEarly } from '../../ingest/check-keys-early.ts';
import { keysIn, type SentKeys } from '../../ingest/keys-in.ts';
import { type Accepted, type Ingest, scanPayload, track } from '../../ingest/track.ts';
import type { Metrics } from '../../monitoring/metrics.ts';
import { answerError, answerJson } from '../raw/answer.ts';
import { discardRest } from '../raw/discard-rest.ts';
import { type Guessing, limited } from '../raw/guessing.ts';
import { type BodyLimits, type BodyUse, ClientGone, checkContentType, withBody } from '../raw/read-body.ts';
import { SMALL } from '../raw/uploads.ts';
import type { RefusedRequests } from '../refusals/refused-requests.ts';

export const TRACK_PATH = '/track';

export type TrackRoute = {
  ingest: Ingest;
  limits: BodyLimits;
  metrics: Metrics;
  log: Logger;
  guessing: Guessing;
  refusals: RefusedRequests;
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
  const { metrics, limits } = route;
  const payload = tracking(route, request);
  metrics.received++;
  try {
    checkMethod(request);
    checkContentType(request);
    const accepted = await withBody(request, limits, payload);
    metrics.acknowledged++;
    if (accepted.duplicate) metrics.duplicates++;
    answerJson(response, 200, successBody(accepted));
  } catch (error) {
    if (error instanceof ClientGone) return;
    if (!request.complete) discardRest(request, response, limits.maxBytes);
    const answered = limited(route, request, error);
    metrics.refused(answerError(response, answered, route.log).code);
    route.refusals.note(request, answered, payload.sent());
  }
}

/** Scans a payload while it arrives, and tracks it when it is complete. */
function tracking(
  { ingest, limits, guessing }: TrackRoute,
  request: IncomingMessage,
): BodyUse<Accepted> & { sent: () => SentKeys } {
  const scan = scanPayload();
  let header: Buffer | undefined;
  const { credentials, now } = ingest;
  const refuseGuessers = () => guessing.refuse(limits.addressOf(request));
  let admitted = false;
  return {
    onPiece(piece, all) {
      scan.feed(piece);
      if (!admitted) admitted = checkKeysEarly({ credentials, now, refuseGuessers }, scan, all);
    },
    use(bytes) {
      const member = lastMember(scan.members, 'reconify');
      header = member && bytes.subarray(member.start, member.end);
      // The bytes of a large payload may be transferred to another thread.
      if (header && bytes.length > SMALL) header = Buffer.from(header);
      const way = wayOf(request.headers['user-agent']);
      return track(ingest, { bytes, scan, way }, idempotencyKey(request));
    },
    /** The keys that had arrived when the payload was refused. */
    sent: () => keysIn(header),
  };
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

function idempotencyKey({ headers }: IncomingMessage): string | undefined {
  const key = headers['idempotency-key'];
  return key === undefined || key === '' ? undefined : [key].flat().join(', ');
}

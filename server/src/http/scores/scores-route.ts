/** `POST /v1/scores` of applications, which send their keys or a token: past the framework, like `/track`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { AccessToken } from '../../accounts/access.ts';
import { ApiError } from '../../base/errors.ts';
import { MemberScan } from '../../base/member-scan.ts';
import type { Application } from '../../ingest/credentials.ts';
import { type ScoreIngest, takeScores } from '../../ingest/take-scores.ts';
import { WrongKeys } from '../../ingest/wrong-keys.ts';
import type { Metrics } from '../../monitoring/metrics.ts';
import { keysInHeaders } from '../otlp/keys-in-headers.ts';
import { countJson } from '../otlp/otlp-route.ts';
import { answerError, answerJson } from '../raw/answer.ts';
import { discardRest } from '../raw/discard-rest.ts';
import { type Guessing, limited } from '../raw/guessing.ts';
import { type BodyLimits, ClientGone, checkContentType, withBody } from '../raw/read-body.ts';
import type { RefusedRequests } from '../refusals/refused-requests.ts';

export const SCORES_PATH = '/v1/scores';

export type ScoresRoute = {
  ingest: ScoreIngest;
  token: (secret: string) => Promise<AccessToken | null>;
  limits: BodyLimits;
  metrics: Metrics;
  log: Logger;
  guessing: Guessing;
  refusals: RefusedRequests;
};

/** Whether it is for this route: people who are signed in send cookies instead, and are answered by Fastify. */
export function isScoresRequest({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'POST' || (url !== SCORES_PATH && !url?.startsWith(`${SCORES_PATH}?`))) return false;
  const { authorization } = headers;
  return authorization !== undefined || 'x-parley-app-key' in headers || 'x-parley-api-key' in headers;
}

export async function handleScores(
  route: ScoresRoute,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { ingest, limits, metrics } = route;
  try {
    checkContentType(request);
    const application = await authenticate(route, request);
    checkApplication(request, application);
    const scan = new MemberScan(NO_MEMBERS);
    const ids = await withBody(request, limits, {
      onPiece: (piece) => countJson(scan, piece),
      use: async (bytes) => takeScores(ingest, application, { value: jsonOf(bytes), bytes }),
    });
    metrics.received += ids.length;
    metrics.acknowledged += ids.length;
    answerJson(response, 200, JSON.stringify({ status: 'ok', ids }));
  } catch (error) {
    if (error instanceof ClientGone) return;
    if (!request.complete) discardRest(request, response, limits.maxBytes);
    const answered = limited(route, request, error);
    metrics.refused(answerError(response, answered, route.log).code);
    route.refusals.note(request, answered, keysInHeaders(request.headers));
  }
}

const NO_MEMBERS: ReadonlySet<string> = new Set();

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new ApiError('invalid_json', { message: `The body is not JSON: ${(error as Error).message}.` });
  }
}

const WRONG_KEYS =
  'The keys are missing or wrong: send them as the headers x-parley-app-key and x-parley-api-key, as Authorization: Basic with appKey:apiKey in base64, or send a token with the scope "score" as Authorization: Bearer.';

/** `app` is for people; who names it must mean the application of their keys. */
function checkApplication({ url = '' }: IncomingMessage, { id }: Application): void {
  const app = new URLSearchParams(url.split('?', 2)[1]).get('app');
  if (app !== null && app !== id) throw new ApiError('forbidden');
}

/** The keys are in the headers, so they are checked before the body is read. */
async function authenticate(
  { ingest: { credentials, keyUses, now }, token }: ScoresRoute,
  request: IncomingMessage,
): Promise<Application> {
  const changes = credentials.changes();
  if (changes !== undefined) await changes;
  const secret = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const sent = keysInHeaders(request.headers);
  if (secret !== undefined) {
    const found = await token(secret);
    const application = found && credentials.byId(found.appId);
    if (!application) throw new WrongKeys(sent, WRONG_KEYS);
    if (!found.scopes.has('score'))
      throw new ApiError('forbidden', { message: 'The token lacks the scope "score".' });
    return application;
  }
  const found = credentials.authenticate(sent.appKey, sent.apiKey, now());
  if (!found) throw new WrongKeys(sent, WRONG_KEYS);
  keyUses.set(found.keyId, now());
  return found.application;
}

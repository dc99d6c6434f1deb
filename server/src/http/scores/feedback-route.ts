/** `POST /v1/feedback`, from browsers on any site: the only address that answers other origins. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FeedbackBody } from '@parley/contract';
import { ApiError } from '../../base/errors.ts';
import { MemberScan } from '../../base/member-scan.ts';
import { type FeedbackLimits, takeFeedback } from '../../ingest/feedback.ts';
import { countJson } from '../otlp/otlp-route.ts';
import { issuesOf } from '../parse.ts';
import { answerError, answerJson } from '../raw/answer.ts';
import { discardRest } from '../raw/discard-rest.ts';
import { limited } from '../raw/guessing.ts';
import { ClientGone, checkContentType, withBody } from '../raw/read-body.ts';
import type { ScoresRoute } from './scores-route.ts';

const PATH = '/v1/feedback';

export type FeedbackRoute = Omit<ScoresRoute, 'token'> & { tokens: FeedbackLimits };

export function isFeedbackRequest({ url }: IncomingMessage): boolean {
  return url === PATH || url?.startsWith(`${PATH}?`) === true;
}

/** No cookies: a request carries nothing but its token. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '86400',
};

const NO_MEMBERS: ReadonlySet<string> = new Set();

export async function handleFeedback(
  route: FeedbackRoute,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { ingest, limits, metrics, tokens } = route;
  for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  try {
    if (request.method !== 'POST') {
      const message = `${PATH} takes POST, not ${request.method}.`;
      throw new ApiError('method_not_allowed', { message, allow: 'POST, OPTIONS' });
    }
    checkContentType(request);
    const scan = new MemberScan(NO_MEMBERS);
    const ids = await withBody(request, limits, {
      onPiece: (piece) => countJson(scan, piece),
      use: async (bytes) => takeFeedback(ingest, tokens, bodyOf(bytes)),
    });
    metrics.received++;
    metrics.acknowledged++;
    answerJson(response, 200, JSON.stringify({ status: 'ok', ids }));
  } catch (error) {
    if (error instanceof ClientGone) return;
    if (!request.complete) discardRest(request, response, limits.maxBytes);
    metrics.refused(answerError(response, limited(route, request, error), route.log).code);
  }
}

function bodyOf(bytes: Buffer): FeedbackBody {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new ApiError('invalid_json', { message: `The body is not JSON: ${(error as Error).message}.` });
  }
  const body = FeedbackBody.safeParse(value);
  if (body.success) return body.data;
  throw new ApiError('invalid_payload', { issues: issuesOf(body.error) });
}

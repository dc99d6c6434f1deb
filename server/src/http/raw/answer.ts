/** Writes answers to a bare `node:http` response: the hot path bypasses the framework. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { ApiError } from '../../base/errors.ts';
import { metadataRefusal } from '../../metadata/failure.ts';

export function answerJson(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(json),
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(json);
}

/** The refusal for an error. Unexpected errors, and the causes of others, are logged here, once. */
export function refusal(error: unknown, log: Logger, requestId: string): ApiError {
  if (error instanceof ApiError) {
    const { reason } = error.details;
    if (reason !== undefined) log.warn({ reason, requestId }, error.message);
    return error;
  }
  const away = metadataRefusal(error);
  if (away) return refusal(away, log, requestId);
  log.error({ err: error, requestId }, 'unexpected error');
  return new ApiError('internal');
}

export function answerError(response: ServerResponse, error: unknown, log: Logger): ApiError {
  const requestId = randomUUID();
  const refused = refusal(error, log, requestId);
  for (const [name, value] of Object.entries(errorHeaders(refused))) response.setHeader(name, value);
  answerJson(response, refused.status, JSON.stringify(refused.body(requestId)));
  return refused;
}

export function errorHeaders({ details }: ApiError): Record<string, string> {
  return {
    ...(details.retryAfter === undefined ? {} : { 'Retry-After': String(details.retryAfter) }),
    ...(details.allow === undefined ? {} : { Allow: details.allow }),
  };
}

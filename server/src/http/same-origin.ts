/**
 * CSRF protection. Requests that change something must come from our own pages: other sites can send a
 * person's cookies.
 */
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../base/errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Throws if a request with a session does not come from a page of this server. */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  if (!hasOrigin(request)) refuse();
  refuseOtherOrigin(request, publicUrl);
}

/** Without a session there is nothing to misuse, but another site must not sign a person in either. */
export function refuseOtherOrigin(request: FastifyRequest, publicUrl: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') refuse();
  if (origin === undefined) return;
  const host = URL.canParse(origin) ? new URL(origin).host : '';
  if (host === '' || (host !== request.headers.host && host !== new URL(publicUrl).host)) refuse();
}

/** A form of another site can send text, but JSON only after a preflight request. */
export function requireJson(request: FastifyRequest): void {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new ApiError('unsupported_media_type', { message: 'Send the body as application/json.' });
}

function hasOrigin({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

function refuse(): never {
  throw new ApiError('forbidden', { message: 'The request does not come from a page of this server.' });
}

/** Who asks, and for which application: every read goes through here. */
import type { FastifyRequest } from 'fastify';
import type { Access, AccessToken } from '../accounts/access.ts';
import { ApiError } from '../errors.ts';

export async function authorise(
  access: Access,
  request: FastifyRequest,
  scope: string,
): Promise<AccessToken> {
  const secret = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const token = secret === undefined ? null : await access.token(secret);
  if (!token) {
    throw new ApiError('invalid_credentials', {
      message: 'This address needs a read token: "Authorization: Bearer <token>".',
    });
  }
  if (!token.scopes.has(scope))
    throw new ApiError('forbidden', { message: `The token lacks the scope "${scope}".` });
  return token;
}

/** A token sees one application; asking for another one is refused, not answered with nothing. */
export function applicationOf(token: AccessToken, asked: string | undefined): string {
  if (asked !== undefined && asked !== token.appId) {
    throw new ApiError('forbidden', { message: 'The token does not belong to that application.' });
  }
  return token.appId;
}

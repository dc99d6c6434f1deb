/** Who asks, and for which applications: every read goes through here. */
import type { Scope } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { Access } from '../accounts/access.ts';
import { ApiError } from '../errors.ts';

export type Asker = {
  /** The applications the asker may see, and at least one. */
  apps: readonly [string, ...string[]];
};

export async function askerOf(access: Access, request: FastifyRequest, scope: Scope): Promise<Asker> {
  const secret = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const token = secret === undefined ? null : await access.token(secret);
  if (!token) {
    throw new ApiError('invalid_credentials', {
      message: 'This address needs a read token: "Authorization: Bearer <token>".',
    });
  }
  if (!token.scopes.has(scope))
    throw new ApiError('forbidden', { message: `The token lacks the scope "${scope}".` });
  return { apps: [token.appId] };
}

/** Those of the asker's applications that were asked for; asking for any other is refused, not answered with nothing. */
export function narrowTo(asker: Asker, asked: string | readonly string[] | undefined): Asker {
  const [first, ...rest] = asked === undefined ? asker.apps : [asked].flat();
  if (first === undefined) return asker;
  const apps = [first, ...rest] as const;
  if (apps.every((app) => asker.apps.includes(app))) return { ...asker, apps: [...apps] };
  throw new ApiError('forbidden', { message: 'You may not see that application.' });
}

/** The signed-in person, by the session cookie, and the translation of better-auth's responses. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADDRESS_HEADER } from '../../accounts/people/auth.ts';
import { clientAddress } from '../client-address.ts';
import type { PeopleContext } from './people-context.ts';

export type Login = {
  sessionId: string;
  /** Milliseconds since 1970; using the session extends it. */
  endsAt: number;
  /** Whether the person's email is confirmed. */
  addressConfirmed: boolean;
  person: { id: string; email: string; name: string; secondFactor: boolean };
};

/** With a reply, a session in use is extended, and the cookie of an expired one is removed. */
export async function loginOf(
  people: PeopleContext,
  request: FastifyRequest,
  reply?: FastifyReply,
): Promise<Login | null> {
  if (!request.headers.cookie?.includes('parley.session_token=')) return null;
  const { headers, response } = await people.auth.api.getSession({
    headers: authHeaders(people, request),
    query: { disableRefresh: reply === undefined },
    returnHeaders: true,
  });
  if (reply) copyCookies(headers, reply);
  if (!response) return null;
  const { session, user } = response;
  return {
    sessionId: session.id,
    endsAt: session.expiresAt.getTime(),
    addressConfirmed: user.emailVerified,
    person: { id: user.id, email: user.email, name: user.name, secondFactor: user.twoFactorEnabled === true },
  };
}

/** The headers that better-auth gets: the cookies, and the client's address as we see it. */
export function authHeaders(
  people: PeopleContext,
  request: FastifyRequest,
  { withSession = true } = {},
): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: clientAddress(request.raw, people.trustProxy) });
  const { cookie, 'user-agent': userAgent } = request.headers;
  if (cookie) headers.set('cookie', withSession ? cookie : withoutSession(cookie));
  if (userAgent) headers.set('user-agent', userAgent.slice(0, 300));
  return headers;
}

export function copyCookies(headers: Headers, reply: FastifyReply): void {
  for (const cookie of headers.getSetCookie()) reply.header('Set-Cookie', cookie);
}

export type AuthAnswer = { headers: Headers } & (
  | { ok: true; body: Record<string, unknown> }
  | { ok: false; code: string }
);

/** The response of better-auth; redirects count as success. Throws if it failed rather than refused. */
export async function readAnswer(response: Response): Promise<AuthAnswer> {
  const { status, headers } = response;
  const body: unknown = await response.json().catch(() => null);
  const fields = typeof body === 'object' && body !== null ? { ...body } : {};
  if (status < 400) return { ok: true, headers, body: fields };
  const code = 'code' in fields && typeof fields.code === 'string' ? fields.code : '';
  if (status >= 500) throw new Error(`better-auth answered ${status} ${code}`);
  return { ok: false, headers, code };
}

function withoutSession(cookie: string): string {
  return cookie
    .split(';')
    .filter((part) => !part.includes('parley.session_token='))
    .join(';');
}

/** The asker: who makes a request, and which applications they may access. Every read goes through here. */
import { may, type Permission, type Scope } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Access } from '../accounts/access.ts';
import { applicationsFor, applicationsOfToken, membershipsOf } from '../accounts/members/roles.ts';
import { isSignedIn } from '../accounts/people/logins.ts';
import { ApiError } from '../base/errors.ts';
import type { Tables } from '../metadata/tables.ts';
import { clientAddress } from './client-address.ts';
import { type Login, loginOf } from './people/login.ts';
import type { PeopleContext } from './people/people-context.ts';
import { requireSameOrigin } from './same-origin.ts';

export type Asker = {
  /** The applications that the asker may read; at least one. */
  apps: readonly [string, ...string[]];
  /** A token's id, or a signed-in person. */
  by: { tokenId: string } | Login;
  /** The key for fair queueing: an application with its tokens, or a person. */
  key: string;
  /** When the token or the session expires, in milliseconds since 1970. */
  until: number;
};

export type Guards = { access: Access; people: PeopleContext };

/** The permission that a role needs for what a token needs a scope for. */
export const SCOPE_PERMISSIONS = {
  read: 'interactions:read',
  replay: 'interactions:replay',
  score: 'scores:write',
} as const satisfies Record<Scope, Permission>;

/** Matches no application, for people who have none yet. */
const NO_APPLICATION = 'none';

export async function askerOf(
  { access, people }: Guards,
  request: FastifyRequest,
  scope: Scope,
  reply?: FastifyReply,
): Promise<Asker> {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    const login = await loginOf(people, request, reply);
    if (login) {
      requireSameOrigin(request, people.baseUrl);
      return askerByLogin(people, login, scope);
    }
  }
  const secret = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  const token = secret === undefined ? null : await access.token(secret);
  if (!token) {
    if (secret !== undefined) people.throttles.wrongKey(clientAddress(request.raw, people.trustProxy));
    throw new ApiError('invalid_credentials', {
      message: 'Authentication required: send a read token as "Authorization: Bearer <token>", or sign in.',
    });
  }
  if (!token.scopes.has(scope))
    throw new ApiError('forbidden', { message: `The token lacks the scope "${scope}".` });
  const until = token.expiresAt ?? Number.POSITIVE_INFINITY;
  return { apps: [token.appId], by: { tokenId: token.id }, key: `application ${token.appId}`, until };
}

async function askerByLogin(people: PeopleContext, login: Login, scope: Scope): Promise<Asker> {
  const [first, ...rest] = await applicationsFor(people.db, login.person.id, SCOPE_PERMISSIONS[scope]);
  const asker = { by: login, key: personKey(login), until: login.endsAt };
  if (first !== undefined) return { apps: [first, ...rest], ...asker };
  if (scope === 'read' && (await mayHaveApplications(people, login)))
    return { apps: [NO_APPLICATION], ...asker };
  throw new ApiError('forbidden', { message: 'Your role does not allow this.' });
}

/** Whether a person without applications could read some: they belong to no account, or to one whose role allows it. */
async function mayHaveApplications({ db }: PeopleContext, { person }: Login): Promise<boolean> {
  const memberships = await membershipsOf(db, person.id);
  return memberships.length === 0 || memberships.some(({ role }) => may(role, SCOPE_PERMISSIONS.read));
}

export function personKey({ person }: Login): string {
  return `person ${person.id}`;
}

/** The same asker with their current access, read in the given transaction. */
export async function askerNow(tx: Kysely<Tables>, asker: Asker, scope: Scope): Promise<Asker> {
  const { by } = asker;
  const [first, ...rest] =
    'tokenId' in by
      ? await applicationsOfToken(tx, by.tokenId, scope)
      : await applicationsOfLogin(tx, by, scope);
  if (first === undefined) throw new ApiError('invalid_credentials');
  return { ...asker, apps: [first, ...rest] };
}

async function applicationsOfLogin(tx: Kysely<Tables>, { sessionId, person }: Login, scope: Scope) {
  if (!(await isSignedIn(tx, { sessionId, personId: person.id }))) return [];
  return applicationsFor(tx, person.id, SCOPE_PERMISSIONS[scope]);
}

/**
 * Narrows the asker to the requested applications. Throws if they may not access one, rather than return
 * nothing.
 */
export function narrowTo(asker: Asker, asked: string | readonly string[] | undefined): Asker {
  const [first, ...rest] = asked === undefined ? asker.apps : [asked].flat();
  if (first === undefined) return asker;
  const apps = [first, ...rest] as const;
  if (apps.every((app) => asker.apps.includes(app))) return { ...asker, apps: [...apps] };
  throw new ApiError('forbidden', { message: 'You don’t have access to this application.' });
}

/** Authorisation: before a handler runs, and again in the transaction of its change. */
import { type MemberRole, may, type Permission, type Route } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { accountOfApplication, roleIn } from '../accounts/members/roles.ts';
import { isSignedIn } from '../accounts/people/logins.ts';
import { ApiError } from '../base/errors.ts';
import type { Tables } from '../metadata/tables.ts';
import { type Asker, askerNow, askerOf, type Guards } from './asker.ts';
import { parseParams } from './parse.ts';
import { type Login, loginOf } from './people/login.ts';
import { refuseOtherOrigin, requireJson, requireSameOrigin } from './same-origin.ts';

/** The account in the path, or that of the application in the path, with the caller's role. */
export type AskedAccount = { id: string; role: MemberRole };

export type Authorised = { asker?: Asker; login?: Login; account?: AskedAccount };

export async function authorise(
  guards: Guards,
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
): Promise<Authorised> {
  const { people } = guards;
  const { access, body } = route;
  switch (access.kind) {
    case 'public':
      if (body) requireJson(request);
      refuseOtherOrigin(request, people.baseUrl);
      return {};
    case 'application':
      return { asker: await askerOf(guards, request, access.scope, reply) };
    case 'login':
    case 'member': {
      const login = await loginOf(people, request, reply);
      if (!login) return notSignedIn();
      requireSameOrigin(request, people.baseUrl);
      if (body) requireJson(request);
      if (access.kind === 'login') return { login };
      return { login, account: await memberOf(people.db, placeOf(route, request), login, access.permission) };
    }
    case 'keys':
      throw new ApiError('internal');
  }
}

/** Throws if the caller lost access meanwhile: signed out, removed, or given another role. */
export async function authoriseAgain(
  tx: Kysely<Tables>,
  request: FastifyRequest,
  route: Route,
  { asker, login }: Authorised,
): Promise<Authorised> {
  const { access } = route;
  if (asker && access.kind === 'application') return { asker: await askerNow(tx, asker, access.scope) };
  if (!login) return {};
  if (!(await isSignedIn(tx, { sessionId: login.sessionId, personId: login.person.id })))
    return notSignedIn();
  if (access.kind !== 'member') return { login };
  return { login, account: await memberOf(tx, placeOf(route, request), login, access.permission) };
}

function notSignedIn(): never {
  throw new ApiError('invalid_credentials', { message: 'Sign in first.' });
}

type Place = { accountId?: string | undefined; appId?: string | undefined };

/** The account or application in the path. */
function placeOf({ params }: Route, request: FastifyRequest): Place {
  return params ? parseParams(params, request.params) : {};
}

/** An account that the caller is not a member of does not exist for them. */
async function memberOf(
  db: Kysely<Tables>,
  { accountId, appId }: Place,
  { person }: Login,
  permission: Permission,
): Promise<AskedAccount> {
  const id = appId === undefined ? accountId : await accountOfApplication(db, appId);
  const role = id && (await roleIn(db, person.id, id));
  if (!id || !role) throw new ApiError('not_found');
  if (!may(role, permission))
    throw new ApiError('forbidden', { message: `Your role, ${role}, does not allow this.` });
  return { id, role };
}

/** Authorisation: before a handler runs, and again in the transaction of its change. */
import { type MemberRole, may, type Permission, type Route } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { accountOfApplication, roleIn } from '../accounts/members/roles.ts';
import { isSignedIn } from '../accounts/people/logins.ts';
import { isReviewer, type StoredQueue, storedQueue } from '../accounts/review/stored-queue.ts';
import { ApiError } from '../base/errors.ts';
import type { Tables } from '../metadata/tables.ts';
import { type Asker, askerNow, askerOf, type Guards } from './asker.ts';
import { parseParams } from './parse.ts';
import { type Login, loginOf } from './people/login.ts';
import { refuseOtherOrigin, requireJson, requireSameOrigin } from './same-origin.ts';

/** The account in the path, or that of the application in the path, with the caller's role. */
export type AskedAccount = { id: string; role: MemberRole };

/** The queue in the path, and whether the caller's role lets them manage it. */
export type AskedQueue = { queue: StoredQueue; manages: boolean };

export type Authorised = { asker?: Asker; login?: Login; account?: AskedAccount; asked?: AskedQueue };

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
    case 'member':
    case 'queue': {
      const login = await loginOf(people, request, reply);
      if (!login) return notSignedIn();
      requireSameOrigin(request, people.baseUrl);
      if (body) requireJson(request);
      return { login, ...(await placed(people.db, request, route, login)) };
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
  return { login, ...(await placed(tx, request, route, login)) };
}

function notSignedIn(): never {
  throw new ApiError('invalid_credentials', { message: 'Sign in first.' });
}

/** What the path names, if the caller's role allows what the route needs there. */
async function placed(
  db: Kysely<Tables>,
  request: FastifyRequest,
  route: Route,
  login: Login,
): Promise<Pick<Authorised, 'account' | 'asked'>> {
  const { access } = route;
  if (access.kind === 'member')
    return { account: await memberOf(db, placeOf(route, request), login, access.permission) };
  if (access.kind === 'queue')
    return { asked: await queueOf(db, placeOf(route, request), login, access.permission) };
  return {};
}

type Place = { accountId?: string | undefined; appId?: string | undefined; queueId?: string | undefined };

/** The account, application or queue in the path. */
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

/** A queue that the caller neither reviews nor manages does not exist for them. */
async function queueOf(
  db: Kysely<Tables>,
  { queueId = '' }: Place,
  login: Login,
  permission: Permission,
): Promise<AskedQueue> {
  const queue = await storedQueue(db, queueId);
  if (!queue) throw new ApiError('not_found');
  const { role } = await memberOf(db, { accountId: queue.accountId }, login, permission);
  const manages = may(role, 'review:manage');
  if (!manages && !isReviewer(queue, login.person.id)) throw new ApiError('not_found');
  return { queue, manages };
}

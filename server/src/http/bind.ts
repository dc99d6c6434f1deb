/** Binds a handler to an address of the contract: who may ask and what was asked are settled before it runs. */
import { type MemberRole, may, type Permission, ROUTES, type Route } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { accountOfApplication, roleIn } from '../accounts/roles.ts';
import { ApiError } from '../errors.ts';
import type { JsonBytes } from '../reading/json-bytes.ts';
import { type Asker, askerOf, type Guards, narrowTo } from './asker.ts';
import { type AuditNote, audit } from './audit.ts';
import { type Login, loginOf } from './login.ts';
import { parseBody, parseParams, parseQuery } from './parse.ts';
import { refuseOtherOrigin, requireJson, requireSameOrigin } from './same-origin.ts';
import { JsonSender } from './send-json.ts';

type Parsed<R, K extends string> = R extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

type Kind<R extends Route> = R['access']['kind'];

/** The account that the path names, or whose application it names, and the asker's role there. */
export type AskedAccount = { id: string; role: MemberRole };

export type Asked<R extends Route> = {
  params: Parsed<R, 'params'>;
  query: Parsed<R, 'query'>;
  body: Parsed<R, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborted when the client goes before it has the answer. */
  gone: AbortSignal;
  /** Adds to what the audit log says, where the route has an entry there. */
  note: (note: AuditNote) => void;
} & (Kind<R> extends 'application' ? { asker: Asker } : object) &
  (Kind<R> extends 'login' | 'member' ? { login: Login } : object) &
  (Kind<R> extends 'member' ? { account: AskedAccount } : object);

/** What a handler returns: what the contract says, as it is or as the bytes of its JSON; or another type of bytes. */
type Answer<R extends Route> = R extends { media: readonly string[] }
  ? unknown
  : z.input<R['answer']> | JsonBytes<z.input<R['answer']>>;

export type Bind = <N extends keyof typeof ROUTES>(
  name: N,
  handle: (asked: Asked<(typeof ROUTES)[N]>) => Promise<Answer<(typeof ROUTES)[N]>>,
) => void;

export function binder(app: FastifyInstance, guards: Guards): Bind {
  const sender = new JsonSender();
  return (name, handle) => {
    const route: Route = ROUTES[name];
    app.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const who = await authorised(guards, request, reply, route);
        const params = route.params && parseParams(route.params, request.params);
        const query = route.query && parseQuery(route.query, request.query);
        const body = route.body && parseBody(route.body, request.body);
        const asker = who.asker && narrowTo(who.asker, appsIn(query));
        let noted: AuditNote = {};
        const note = (more: AuditNote) => {
          noted = { ...noted, ...more };
        };
        const asked = { ...who, params, query, body, request, reply, gone: whenGone(reply), asker, note };
        // The types of `asked` follow from the schemas that have just been applied.
        const answer = await handle(asked as never);
        if (route.audit) await audit(guards, request, { ...who, action: route.audit, params, noted });
        return !route.media && answer instanceof Uint8Array ? sender.send(reply, answer) : answer;
      },
    });
  };
}

function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

export type Authorised = { asker?: Asker; login?: Login; account?: AskedAccount };

async function authorised(
  guards: Guards,
  request: FastifyRequest,
  reply: FastifyReply,
  { access, body }: Route,
): Promise<Authorised> {
  switch (access.kind) {
    case 'public':
      if (body) requireJson(request);
      refuseOtherOrigin(request, guards.people.baseUrl);
      return {};
    case 'application':
      return { asker: await askerOf(guards, request, access.scope, reply) };
    case 'login':
    case 'member': {
      const login = await signedIn(guards, request, reply);
      if (body) requireJson(request);
      if (access.kind === 'login') return { login };
      return { login, account: await memberOf(guards, request, login, access.permission) };
    }
    case 'keys':
      throw new ApiError('internal');
  }
}

async function signedIn({ people }: Guards, request: FastifyRequest, reply: FastifyReply): Promise<Login> {
  const login = await loginOf(people, request, reply);
  if (!login) throw new ApiError('invalid_credentials', { message: 'Sign in first.' });
  requireSameOrigin(request, people.baseUrl);
  return login;
}

/** An account somebody does not belong to is not there for them. */
async function memberOf(
  { people: { db } }: Guards,
  { params }: FastifyRequest,
  { person }: Login,
  permission: Permission,
): Promise<AskedAccount> {
  const { accountId, appId } = Object(params) as { accountId?: string; appId?: string };
  const id = appId === undefined ? accountId : await accountOfApplication(db, appId);
  const role = id && (await roleIn(db, person.id, id));
  if (!id || !role) throw new ApiError('not_found');
  if (!may(role, permission))
    throw new ApiError('forbidden', { message: `Your role, ${role}, does not allow this.` });
  return { id, role };
}

function appsIn(query: Record<string, unknown> | undefined): string | readonly string[] | undefined {
  const app = query?.app;
  return typeof app === 'string' || Array.isArray(app) ? app : undefined;
}

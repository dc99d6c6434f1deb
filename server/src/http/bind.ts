/** Binds a handler to a route of the contract: access and input are checked before it runs. */
import { gatherLabels, gatherScores, ROUTES, type Route } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { timeZoneOf } from '../accounts/applications/time-zone-of.ts';
import { withDatabaseFailure } from '../accounts/people/database-failure.ts';
import type { JsonBytes } from '../reading/json-bytes.ts';
import { type Asker, type Guards, narrowTo, personKey } from './asker.ts';
import { type ByAuth, type Changing, changes } from './audited-change.ts';
import { type AskedAccount, type AskedQueue, type Authorised, authorise } from './authorise.ts';
import { parseBody, parseParams, parseQuery } from './parse.ts';
import type { AuthAnswer, Login } from './people/login.ts';
import { resolveDates } from './resolve-dates.ts';
import { JsonSender } from './send-json.ts';

type Parsed<R, K extends string> = R extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

type Kind<R extends Route> = R['access']['kind'];

type Who<R extends Route> = (Kind<R> extends 'application' ? { asker: Asker } : object) &
  (Kind<R> extends 'login' | 'member' | 'queue' ? { login: Login } : object);

type WithAccount<R extends Route> =
  Kind<R> extends 'member'
    ? { account: AskedAccount }
    : Kind<R> extends 'queue'
      ? { asked: AskedQueue }
      : object;

/** Only routes with an audit action can change something. */
type Changes<R extends Route> = {
  /** Makes a change, with the caller's role at that time. */
  change: <T>(make: (changing: Changing & Who<R> & WithAccount<R>) => Promise<T>) => Promise<T>;
  /** Lets better-auth make a change. */
  byAuth: (call: () => Promise<Response>, more?: ByAuth) => Promise<AuthAnswer>;
};

export type Asked<R extends Route> = {
  params: Parsed<R, 'params'>;
  query: Parsed<R, 'query'>;
  body: Parsed<R, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborted when the client disconnects before it has the response. */
  gone: AbortSignal;
} & Who<R> &
  (R extends { audit: string } ? Changes<R> : WithAccount<R>);

/**
 * What a handler returns: the contract's type, as a value or as the bytes of its JSON; or bytes of another
 * media type.
 */
type Answer<R extends Route> = R extends { media: readonly string[] }
  ? unknown
  : z.input<R['answer']> | JsonBytes<z.input<R['answer']>>;

export type Bind = <N extends keyof typeof ROUTES>(
  name: N,
  handle: (asked: Asked<(typeof ROUTES)[N]>) => Promise<Answer<(typeof ROUTES)[N]>>,
) => void;

/** Filters by labels and scores, which are sent under names of their own. */
export function gatherNamed(filters: unknown): unknown {
  return gatherScores(gatherLabels(filters));
}

/** Filters in a body may name labels and scores like those in a query string. */
export function withFilters(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('filters' in body)) return body;
  return { ...body, filters: gatherNamed(body.filters) };
}

export function binder(app: FastifyInstance, guards: Guards, sender = new JsonSender()): Bind {
  return (name, handle) => {
    const route: Route = ROUTES[name];
    app.route({
      method: route.method,
      url: route.path,
      handler: (request, reply) =>
        withDatabaseFailure(async () => {
          const who = await authorise(guards, request, reply, route);
          const params = route.params && parseParams(route.params, request.params);
          const placed = (schema: z.ZodType, value: unknown) =>
            placeDates(guards, who.asker, schema, value, params);
          const query =
            route.query && parseQuery(route.query, await placed(route.query, gatherNamed(request.query)));
          const body =
            route.body && parseBody(route.body, await placed(route.body, withFilters(request.body)));
          const asker = who.asker && narrowTo(who.asker, appsIn(query));
          const changing = changes(guards, { request, reply, route, who, params });
          const asked = {
            ...who,
            ...changing,
            params,
            query,
            body,
            request,
            reply,
            gone: whenGone(reply),
            asker,
          };
          // The types of `asked` follow from the schemas that have just been applied.
          const answer = await handle(asked as never);
          return !route.media && answer instanceof Uint8Array
            ? sender.send(reply, answer, keyOf(who))
            : answer;
        }),
    });
  };
}

/** Turns dates into times, by the clocks of the applications that are asked about. */
export function placeDates(
  { people }: Guards,
  asker: Asker | undefined,
  schema: z.ZodType,
  value: unknown,
  params?: unknown,
): Promise<unknown> {
  return resolveDates(schema, value, () => timeZoneOf(people.db, appsAsked(asker, value, params)));
}

function keyOf({ asker, login }: Authorised): string {
  return asker?.key ?? (login ? personKey(login) : 'anybody');
}

function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

function appsIn(query: unknown): string | readonly string[] | undefined {
  const app = memberOf(query, 'app');
  return typeof app === 'string' || Array.isArray(app) ? app : undefined;
}

/**
 * The applications whose time zone applies: those named in the path or by a filter, or all that the asker may
 * read.
 */
function appsAsked(asker: Asker | undefined, value: unknown, params: unknown): string[] {
  const named = memberOf(params, 'appId') ?? appsIn(value) ?? appsIn(memberOf(value, 'filters'));
  const wanted = named === undefined ? undefined : [named].flat();
  // Not yet validated: the metadata is not asked about what cannot be an id.
  return (wanted ?? asker?.apps ?? [])
    .filter((app) => typeof app === 'string')
    .filter((app) => /^\w{1,64}$/.test(app));
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

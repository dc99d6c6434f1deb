/** Binds a handler to an address of the contract: who may ask and what was asked are settled before it runs. */
import { ROUTES, type Route } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Access } from '../accounts/access.ts';
import { ApiError } from '../errors.ts';
import { type Asker, askerOf, narrowTo } from './asker.ts';
import { parseBody, parseParams, parseQuery } from './parse.ts';

type Parsed<R, K extends string> = R extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

export type Asked<R extends Route> = {
  params: Parsed<R, 'params'>;
  query: Parsed<R, 'query'>;
  body: Parsed<R, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
} & (R['access'] extends { kind: 'application' } ? { asker: Asker } : object);

/** What a handler returns: the JSON the contract says, or bytes and streams of another type. */
type Answer<R extends Route> = R extends { media: readonly string[] }
  ? unknown
  : z.input<R['answer']> | Buffer;

export type Bind = <N extends keyof typeof ROUTES>(
  name: N,
  handle: (asked: Asked<(typeof ROUTES)[N]>) => Promise<Answer<(typeof ROUTES)[N]>>,
) => void;

export function binder(app: FastifyInstance, access: Access): Bind {
  return (name, handle) => {
    const route: Route = ROUTES[name];
    app.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const asker = await authorised(access, request, route);
        const params = route.params && parseParams(route.params, request.params);
        const query = route.query && parseQuery(route.query, request.query);
        const body = route.body && parseBody(route.body, request.body);
        const asked = { params, query, body, request, reply, asker: asker && narrowTo(asker, appsIn(query)) };
        // The types of `asked` follow from the schemas that have just been applied.
        return handle(asked as never);
      },
    });
  };
}

async function authorised(access: Access, request: FastifyRequest, route: Route): Promise<Asker | undefined> {
  switch (route.access.kind) {
    case 'public':
      return undefined;
    case 'application':
      return askerOf(access, request, route.access.scope);
    case 'keys':
      throw new ApiError('internal');
  }
}

function appsIn(query: Record<string, unknown> | undefined): string | readonly string[] | undefined {
  const app = query?.app;
  return typeof app === 'string' || Array.isArray(app) ? app : undefined;
}

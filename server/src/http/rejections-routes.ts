import { ListRejectionsQuery } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../accounts/access.ts';
import { ApiError } from '../errors.ts';
import { type Ingest, retrack } from '../ingest/track.ts';
import { getRejection, listRejections, type StoredPayload } from '../queries/rejections.ts';
import type { Store } from '../store/store.ts';
import { applicationOf, authorise } from './asker.ts';
import { parseId, parseQuery } from './parse.ts';

export type RejectionSources = { access: Access; store: Store; ingest: Ingest };

export function rejectionsRoutes(app: FastifyInstance, { access, store, ingest }: RejectionSources): void {
  app.get('/v1/rejections', async (request) => {
    const token = await authorise(access, request, 'read');
    const query = parseQuery(ListRejectionsQuery, request.query);
    return listRejections(store, applicationOf(token, query.app), query);
  });

  app.get('/v1/rejections/:id/raw', async (request, reply) => {
    const token = await authorise(access, request, 'read');
    const { payload } = await find(store, token.appId, parseId(request.params));
    reply.header('Content-Type', 'application/json; charset=utf-8');
    return Buffer.from(payload);
  });

  /** Takes the payload once more; twice gives the same interaction. */
  app.post('/v1/rejections/:id/replay', async (request) => {
    const token = await authorise(access, request, 'replay');
    const id = parseId(request.params);
    const rejected = await find(store, token.appId, id);
    const application = ingest.credentials.byId(token.appId);
    if (!application) throw new ApiError('not_found');
    const accepted = await retrack(ingest, application, Buffer.from(rejected.payload), id);
    const version = Date.now();
    const replayed = {
      id,
      appId: token.appId,
      receivedAt: rejected.received,
      issues: rejected.issues,
      payload: rejected.payload,
      replayedAs: accepted.id,
      version,
    };
    await store.insertRejections([replayed], `replay-${id}-${version}`);
    return { status: 'ok', ...accepted };
  });
}

async function find(store: Store, appId: string, id: string): Promise<StoredPayload> {
  const rejected = await getRejection(store, appId, id);
  if (!rejected)
    throw new ApiError('not_found', { message: 'There is no such rejection in this application.' });
  return rejected;
}

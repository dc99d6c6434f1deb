import { type Interaction, ListInteractionsQuery } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../accounts/access.ts';
import { decodeEntry, type InteractionHead } from '../entry.ts';
import { ApiError } from '../errors.ts';
import type { Pending } from '../ingest/pending.ts';
import type { Position } from '../journal/segments.ts';
import { getInteraction } from '../queries/get-interaction.ts';
import { listInteractions } from '../queries/list-interactions.ts';
import { interactionFromRow } from '../record/from-row.ts';
import type { Store } from '../store/store.ts';
import { applicationOf, authorise } from './asker.ts';
import { parseId, parseQuery } from './parse.ts';

export type InteractionSources = {
  access: Access;
  store: Store;
  pending: Pending;
  readFrame: (position: Position) => Promise<Buffer[] | null>;
  /** As the drain will derive it. */
  derive: (head: InteractionHead, request: Buffer, response: Buffer) => Promise<Interaction>;
};

type Found = { record: Interaction; request: string | Buffer; response: string | Buffer };

export function interactionsRoutes(app: FastifyInstance, sources: InteractionSources): void {
  const { access, store } = sources;

  app.get('/v1/interactions', async (request) => {
    const token = await authorise(access, request, 'read');
    const query = parseQuery(ListInteractionsQuery, request.query);
    return listInteractions(store, applicationOf(token, query.app), query);
  });

  app.get('/v1/interactions/:id', async (request) => {
    const token = await authorise(access, request, 'read');
    return (await find(sources, token.appId, parseId(request.params))).record;
  });

  app.get('/v1/interactions/:id/raw', async (request, reply) => {
    const token = await authorise(access, request, 'read');
    const found = await find(sources, token.appId, parseId(request.params));
    reply.header('Content-Type', 'application/json; charset=utf-8');
    const parts = ['{"request":', found.request, ',"response":', found.response, '}'];
    return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  });
}

/** In the journal while it waits, in the store afterwards. */
async function find(sources: InteractionSources, appId: string, id: string): Promise<Found> {
  const fresh = await findFresh(sources, appId, id);
  if (fresh) return fresh;
  const row = await getInteraction(sources.store, appId, id);
  if (!row) throw new ApiError('not_found', { message: 'There is no such interaction in this application.' });
  return { record: interactionFromRow(row), request: row.request, response: row.response };
}

async function findFresh(sources: InteractionSources, appId: string, id: string): Promise<Found | null> {
  const position = sources.pending.position(id);
  const parts = position && (await sources.readFrame(position));
  if (!parts) return null;
  const entry = decodeEntry(parts);
  if (!('request' in entry) || entry.head.id !== id || entry.head.appId !== appId) return null;
  const { head, request, response } = entry;
  return { record: await sources.derive(head, request, response), request, response };
}

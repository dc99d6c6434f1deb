import type { Interaction } from '@parley/contract';
import type { Keeping } from '../accounts/current-keeping.ts';
import { decodeEntry, type InteractionHead } from '../entry.ts';
import { ApiError } from '../errors.ts';
import type { Pending } from '../ingest/pending.ts';
import type { Position } from '../journal/segments.ts';
import type { Apps } from '../queries/filters.ts';
import { getInteraction } from '../queries/get-interaction.ts';
import { listInteractions } from '../queries/list-interactions.ts';
import { interactionFromRow } from '../record/from-row.ts';
import type { Store } from '../store/store.ts';
import type { Bind } from './bind.ts';

export type InteractionSources = {
  store: Store;
  pending: Pending;
  readFrame: (position: Position) => Promise<Buffer[] | null>;
  /** As the drain will derive it. */
  derive: (head: InteractionHead, request: Buffer, response: Buffer) => Promise<Interaction>;
  /** As of the last `derive`. */
  keeping: (appId: string) => Keeping;
};

/** The bodies are empty where they are not kept. */
type Found = { record: Interaction; request: string | Buffer; response: string | Buffer };

export function interactionsRoutes(bind: Bind, sources: InteractionSources): void {
  bind('listInteractions', ({ asker, query }) => listInteractions(sources.store, asker.apps, query));

  bind('getInteraction', async ({ asker, params }) => (await find(sources, asker.apps, params.id)).record);

  bind('getRawInteraction', async ({ asker, params, reply }) => {
    const found = await find(sources, asker.apps, params.id);
    if (found.request.length === 0) {
      throw new ApiError('not_found', {
        message:
          'The request and the response of this interaction are not kept: see the settings of its application.',
      });
    }
    reply.header('Content-Type', 'application/json; charset=utf-8');
    const parts = ['{"request":', found.request, ',"response":', found.response, '}'];
    return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  });
}

/** In the journal while it waits, in the store afterwards. */
async function find(sources: InteractionSources, apps: Apps, id: string): Promise<Found> {
  const fresh = await findFresh(sources, apps, id);
  if (fresh) return fresh;
  const row = await getInteraction(sources.store, apps, id);
  if (!row) throw new ApiError('not_found', { message: 'There is no such interaction here.' });
  return { record: interactionFromRow(row), request: row.request, response: row.response };
}

async function findFresh(sources: InteractionSources, apps: Apps, id: string): Promise<Found | null> {
  const position = sources.pending.position(id);
  const parts = position && (await sources.readFrame(position));
  if (!parts) return null;
  const entry = decodeEntry(parts);
  if (!('request' in entry) || entry.head.id !== id || !apps.includes(entry.head.appId)) return null;
  const { head, request, response } = entry;
  const record = await sources.derive(head, request, response);
  const keeping = sources.keeping(head.appId);
  if (keeping === 'nothing') return null;
  return keeping === 'numbers' ? { record, request: '', response: '' } : { record, request, response };
}

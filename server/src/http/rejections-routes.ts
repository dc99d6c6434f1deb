import { ApiError } from '../errors.ts';
import { type Ingest, retrack } from '../ingest/track.ts';
import type { Apps } from '../queries/filters.ts';
import { getRejection, listRejections, type StoredPayload } from '../queries/rejections.ts';
import type { Store } from '../store/store.ts';
import type { Bind } from './bind.ts';

export type RejectionSources = { store: Store; ingest: Ingest };

export function rejectionsRoutes(bind: Bind, { store, ingest }: RejectionSources): void {
  bind('listRejections', ({ asker, query }) => listRejections(store, asker.apps, query));

  bind('getRawRejection', async ({ asker, params, reply }) => {
    const { payload } = await findKept(store, asker.apps, params.id);
    reply.header('Content-Type', 'application/json; charset=utf-8');
    return Buffer.from(payload);
  });

  /** Takes the payload once more; twice gives the same interaction. */
  bind('replayRejection', async ({ asker, params: { id }, note }) => {
    const rejected = await findKept(store, asker.apps, id);
    note({ appId: rejected.app_id });
    const application = ingest.credentials.byId(rejected.app_id);
    if (!application) throw new ApiError('not_found');
    const accepted = await retrack(ingest, application, Buffer.from(rejected.payload), id);
    const version = Date.now();
    const replayed = {
      id,
      appId: rejected.app_id,
      receivedAt: rejected.received,
      issues: rejected.issues,
      payload: rejected.payload,
      replayedAs: accepted.id,
      version,
    };
    await store.insertRejections([replayed], `replay-${id}-${version}`);
    return { status: 'ok' as const, ...accepted, warnings: [...accepted.warnings] };
  });
}

async function findKept(store: Store, apps: Apps, id: string): Promise<StoredPayload> {
  const rejected = await getRejection(store, apps, id);
  if (!rejected) throw new ApiError('not_found', { message: 'There is no such rejection here.' });
  if (rejected.payload === '') {
    throw new ApiError('not_found', {
      message: 'The payload of this rejection is not kept: see the settings of its application.',
    });
  }
  return rejected;
}

import { ApiError } from '../errors.ts';
import { type Ingest, retrack } from '../ingest/track.ts';
import type { Reading } from '../reading/reading.ts';
import type { Bind } from './bind.ts';

export type RejectionSources = { reading: Reading; ingest: Ingest };

export function rejectionsRoutes(bind: Bind, { reading, ingest }: RejectionSources): void {
  bind('listRejections', ({ asker, query, gone }) =>
    reading.answer('listRejections', asker.apps, query, gone),
  );

  bind('getRawRejection', ({ asker, params, gone }) =>
    reading.answer('getRawRejection', asker.apps, params, gone),
  );

  /** Takes the payload once more; twice gives the same interaction. */
  bind('replayRejection', async ({ asker: { apps }, params: { id }, note }) => {
    const { appId, payload } = await reading.lookUp('rejectedPayload', { apps, id });
    note({ appId });
    const application = ingest.credentials.byId(appId);
    if (!application) throw new ApiError('not_found');
    const accepted = await retrack(ingest, application, Buffer.from(payload.buffer), id);
    await reading.lookUp('markReplayed', { apps, id, replayedAs: accepted.id, at: Date.now() });
    return { status: 'ok' as const, ...accepted, warnings: [...accepted.warnings] };
  });
}

import { ApiError } from '../../base/errors.ts';
import { retakeTelemetry } from '../../ingest/retake-telemetry.ts';
import { type Ingest, retrack } from '../../ingest/track.ts';
import type { Reading } from '../../reading/reading.ts';
import type { Bind } from '../bind.ts';

export type RejectionSources = { reading: Reading; ingest: Ingest };

export function rejectionsRoutes(bind: Bind, { reading, ingest }: RejectionSources): void {
  bind('listRejections', ({ asker, query, gone }) =>
    reading.query(asker.key, 'listRejections', asker.apps, query, gone),
  );

  bind('getRawRejection', ({ asker, params, gone }) =>
    reading.query(asker.key, 'getRawRejection', asker.apps, params, gone),
  );

  /** Takes the payload once more; twice gives the same interaction. */
  bind('replayRejection', async ({ asker: { apps, key }, params: { id }, change }) => {
    const { appId, payload } = await reading.lookUp(key, 'rejectedPayload', { apps, id });
    const application = ingest.credentials.byId(appId);
    if (!application) throw new ApiError('not_found');
    // The journal is in no transaction with the metadata: written down first, once it is sure to be taken.
    const writeDown = () =>
      change(async ({ asker: now, note }) => {
        if (!now.apps.includes(appId)) throw new ApiError('not_found');
        note({ appId });
      });
    const bytes = Buffer.from(payload.buffer);
    const accepted =
      (await retakeTelemetry(ingest, application, bytes, writeDown)) ??
      (await retrack(ingest, application, bytes, id, writeDown));
    await reading.write(key, 'markReplayed', { apps, id, replayedAs: accepted.id, at: Date.now() });
    return { status: 'ok' as const, ...accepted, warnings: [...accepted.warnings] };
  });
}

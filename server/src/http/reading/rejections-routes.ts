import { ApiError } from '../../base/errors.ts';
import { replayScores, type ScoreIngest } from '../../ingest/take-scores.ts';
import { replayPayload } from '../../ingest/track.ts';
import { replayTelemetry } from '../../otel/intake/replay-telemetry.ts';
import type { TelemetryIngest } from '../../otel/intake/telemetry-ingest.ts';
import type { Reading } from '../../reading/reading.ts';
import type { Bind } from '../bind.ts';

export type RejectionSources = { reading: Reading; ingest: TelemetryIngest & ScoreIngest };

export function rejectionsRoutes(bind: Bind, { reading, ingest }: RejectionSources): void {
  bind('listRejections', ({ asker, query, gone }) =>
    reading.query(asker.key, 'listRejections', asker.apps, query, gone),
  );

  bind('getRawRejection', ({ asker, params, gone }) =>
    reading.query(asker.key, 'getRawRejection', asker.apps, params, gone),
  );

  /** Replays the payload; replaying it twice gives the same interaction. */
  bind('replayRejection', async ({ asker: { apps, key }, params: { id }, change }) => {
    const { appId, payload } = await reading.lookUp(key, 'rejectedPayload', { apps, id });
    const application = ingest.credentials.byId(appId);
    if (!application) throw new ApiError('not_found');
    // The journal is not part of the metadata's transaction: the audit entry is written first, once the
    // payload is sure to be accepted.
    const writeDown = () =>
      change(async ({ asker: now, note }) => {
        if (!now.apps.includes(appId)) throw new ApiError('not_found');
        note({ appId });
      });
    const bytes = Buffer.from(payload.buffer);
    const accepted =
      (await replayTelemetry(ingest, application, bytes, writeDown)) ??
      (await replayScores(ingest, application, bytes, writeDown)) ??
      (await replayPayload(ingest, application, bytes, id, writeDown));
    await reading.write(key, 'markReplayed', { apps, id, replayedAs: accepted.id, at: Date.now() });
    return { status: 'ok' as const, ...accepted, warnings: [...accepted.warnings] };
  });
}

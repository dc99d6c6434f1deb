import { ApiError } from '../base/errors.ts';
import type { Apps } from '../queries/filters.ts';
import { getRejection, type StoredPayload } from '../queries/rejections.ts';
import type { Store } from '../store/store.ts';

export async function findRejection(store: Store, apps: Apps, id: string): Promise<StoredPayload> {
  const rejected = await getRejection(store, apps, id);
  if (!rejected) throw new ApiError('not_found', { message: 'There is no such rejection here.' });
  if (rejected.payload === '') {
    throw new ApiError('not_found', {
      message: 'The payload of this rejection is not kept: see the settings of its application.',
    });
  }
  return rejected;
}

export type Replayed = { apps: Apps; id: string; replayedAs: string; at: number };

/** Writes down what a rejection was taken as, when it was replayed. */
export async function markReplayed(store: Store, { apps, id, replayedAs, at }: Replayed): Promise<void> {
  const { app_id: appId, received: receivedAt, issues, payload } = await findRejection(store, apps, id);
  const replayed = { id, appId, receivedAt, issues, payload, replayedAs, version: at };
  await store.insertRejections([replayed], `replay-${id}-${at}`);
}

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

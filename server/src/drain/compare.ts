/**
 * Drops from a batch what the store already has. Both functions return the interactions recorded by another
 * receipt (duplicates), as opposed to those that an earlier attempt of the same frames has stored: the ledger
 * counts them differently, and later they could not be told apart.
 */
import type { Store } from '../store/store.ts';
import { type Batch, dropDuplicates, dropStored, idsOf } from './batch.ts';

/** For frames of this run: looks up only the ids that could not be checked at receipt. */
export async function dropRecorded(batch: Batch, store: Pick<Store, 'existing'>): Promise<string[]> {
  const known = await store.existing(batch.unverified);
  dropDuplicates(batch, known);
  return [...known];
}

/**
 * For frames of an earlier run, which may be anywhere between received and stored: a lost checkpoint or a
 * restored folder brings back what was drained long ago. Looks up every id; a row is ours if it came through
 * this journal at the time at which the frame was received.
 */
export async function compareWithStore(
  batch: Batch,
  store: Pick<Store, 'existing' | 'sameReceipts'>,
  node: string,
): Promise<string[]> {
  const known = await store.existing(idsOf(batch));
  const uncounted = batch.interactions
    .map(({ head: { id, appId, receivedAt, envelope } }) => ({
      id,
      appId,
      receivedAt,
      requestedAt: envelope.requestedAt,
      node,
    }))
    .filter(({ id }) => known.has(id) && !batch.counted.has(id));
  const ours = await store.sameReceipts(uncounted);
  const duplicates = uncounted.flatMap(({ id }) => (ours.has(id) ? [] : [id]));
  dropDuplicates(batch, new Set(duplicates));
  dropStored(batch, known);
  return duplicates;
}

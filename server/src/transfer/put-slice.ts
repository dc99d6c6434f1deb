/** Inserts the rows of a slice into a store, and verifies the result. */

import type { RewriteContext } from '../store/rewrite/rewrite-context.ts';
import type { Store } from '../store/store.ts';
import { inSlice, isSame, readSlice, type Slice } from './day-slices.ts';
import type { TransferTable } from './tables.ts';

export type Target = { store: Store; rewrites: RewriteContext };

/** A chunk with a deduplication name, so that a repeated insert is dropped. */
export type NamedChunk = { name: string; rows: AsyncIterable<Buffer> };

const MAX_ATTEMPTS = 3;

/** The slice did not get its expected content, however often it was inserted. */
export class SliceDiffers extends Error {}

/** `chunks` may be called again: the slice is then cleared first. */
export async function putSlice(
  { store, rewrites }: Target,
  table: TransferTable,
  slice: Slice,
  chunks: () => AsyncIterable<NamedChunk>,
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (attempt > 0) await clearSlice(rewrites, table, slice);
    for await (const { name, rows } of chunks())
      await store.insertRows(table.name, table.columns, rows, `${name} ${attempt}`);
    if (isSame(await readSlice(store, table, slice), slice)) return;
  }
  throw new SliceDiffers(`${table.name} of ${slice.day} differ after they were copied.`);
}

export async function clearSlice(
  rewrites: RewriteContext,
  table: TransferTable,
  slice: Pick<Slice, 'appId' | 'day'>,
): Promise<void> {
  const { where, params } = inSlice(table, slice);
  await rewrites.mutate(table.name, 'DELETE', where, params);
}

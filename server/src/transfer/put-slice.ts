/** Brings the rows of a slice into a store, and looks whether they have come. */

import type { RewriteContext } from '../store/rewrite/rewrite-context.ts';
import type { Store } from '../store/store.ts';
import { inSlice, isSame, readSlice, type Slice } from './day-slices.ts';
import type { TransferTable } from './tables.ts';

export type Target = { store: Store; upkeep: RewriteContext };

/** What is put: each piece under a name of its own, so that one that has come is dropped when it comes again. */
export type NamedPiece = { name: string; rows: AsyncIterable<Buffer> };

const TRIES = 3;

/** The slice did not become what it should be, however often it was put. */
export class SliceDiffers extends Error {}

/** `pieces` may be asked for again: what is there is then removed before. */
export async function putSlice(
  { store, upkeep }: Target,
  table: TransferTable,
  slice: Slice,
  pieces: () => AsyncIterable<NamedPiece>,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries > 0) await clearSlice(upkeep, table, slice);
    for await (const { name, rows } of pieces())
      await store.insertRows(table.name, table.columns, rows, `${name} ${tries}`);
    if (isSame(await readSlice(store, table, slice), slice)) return;
  }
  throw new SliceDiffers(`${table.name} of ${slice.day} did not come over as they were.`);
}

export async function clearSlice(
  upkeep: RewriteContext,
  table: TransferTable,
  slice: Pick<Slice, 'appId' | 'day'>,
): Promise<void> {
  const { where, params } = inSlice(table, slice);
  await upkeep.mutate(table.name, 'DELETE', where, params);
}

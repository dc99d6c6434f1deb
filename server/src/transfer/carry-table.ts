/**
 * Copies a table from one store to another, slice by slice. It keeps no state: it compares both sides and
 * copies what differs, so it can be interrupted anywhere and called again. Of a slice that has only grown, it
 * copies the new rows.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Store } from '../store/store.ts';
import { inSlice, isSame, readSlice, readSlices, type Slice, sliceName } from './day-slices.ts';
import { insertChunksOf, type Key, readChunk } from './insert-chunks.ts';
import { clearSlice, type NamedChunk, putSlice, type Target } from './put-slice.ts';
import type { Condition } from './snapshot.ts';
import type { TransferTable } from './tables.ts';

export type Carried = { rows: number; days: number };

export type CarryOptions = {
  source: Store;
  target: Target;
  table: TransferTable;
  /** Which rows of the source are copied. */
  snapshot: Condition;
  onProgress: (rows: { done: number; total: number }) => void;
};

/** Returns how much was copied; then the target has what the source has, and nothing else. */
export async function carryTable(options: CarryOptions): Promise<Carried> {
  const { source, target, table, snapshot, onProgress } = options;
  const there = await slicesOf(target.store, table);
  const slices: Slice[] = [];
  for await (const slice of readSlices(source, table, snapshot)) slices.push(slice);
  const total = slices.reduce((sum, { rows }) => sum + rows, 0);
  const carried: Carried = { rows: 0, days: 0 };
  let done = 0;
  for (const slice of slices) {
    const known = there.get(sliceName(slice));
    there.delete(sliceName(slice));
    if (!isSame(known, slice)) {
      carried.days++;
      carried.rows += await carrySlice(options, slice, known);
    }
    done += slice.rows;
    onProgress({ done, total });
  }
  // Slices that were deleted since they were copied.
  for (const gone of there.values()) await clearSlice(target.rewrites, table, gone);
  return carried;
}

async function carrySlice(options: CarryOptions, slice: Slice, known: Slice | undefined): Promise<number> {
  const { source, target, table, snapshot } = options;
  const sliceRows = { table, slice, snapshot };
  let carried = 0;
  const chunks = async function* (after: Key | null = null): AsyncGenerator<NamedChunk> {
    for await (const chunk of insertChunksOf(source, sliceRows, after)) {
      yield { name: randomUUID(), rows: await readChunk(source, sliceRows, chunk) };
      carried += chunk.rows;
    }
  };
  if (known && known.rows < slice.rows) {
    for await (const { name, rows } of chunks(await lastKey(target.store, table, slice)))
      await target.store.insertRows(table.name, table.columns, rows, name);
    if (isSame(await readSlice(target.store, table, slice), slice)) return carried;
  }
  if (known) await clearSlice(target.rewrites, table, slice);
  await putSlice(target, table, slice, () => chunks());
  return carried;
}

async function lastKey(store: Store, table: TransferTable, slice: Slice): Promise<Key | null> {
  const { where, params } = inSlice(table, slice);
  const [last] = await store.query(
    z.object({ id: z.string(), at: z.number() }),
    `SELECT id, toUnixTimestamp64Milli(${table.order}) AS at FROM ${table.from}
     WHERE ${where} ORDER BY ${table.order} DESC, id DESC LIMIT 1`,
    params,
  );
  return last ? { ...last, bytes: 0 } : null;
}

export async function slicesOf(store: Store, table: TransferTable): Promise<Map<string, Slice>> {
  const slices = new Map<string, Slice>();
  for await (const slice of readSlices(store, table)) slices.set(sliceName(slice), slice);
  return slices;
}

/**
 * Brings a table of one store into another, slice by slice. It keeps no notes: it compares, and carries over what
 * differs, so that it can be interrupted anywhere and called again. Of a slice that has only grown, it carries what
 * is new.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Store } from '../store/store.ts';
import { inSlice, isSame, readSlice, readSlices, type Slice, sliceName } from './day-slices.ts';
import { type Key, piecesOf, readPiece } from './insert-chunks.ts';
import { clearSlice, type NamedPiece, putSlice, type Target } from './put-slice.ts';
import type { Condition } from './snapshot.ts';
import type { TransferTable } from './tables.ts';

export type Carried = { rows: number; days: number };

export type Carrying = {
  source: Store;
  target: Target;
  table: TransferTable;
  /** Rows of the source that count. */
  cut: Condition;
  onProgress: (rows: { done: number; total: number }) => void;
};

/** Says how much there was to carry; then the target has what the source has, and nothing else. */
export async function carryTable(carrying: Carrying): Promise<Carried> {
  const { source, target, table, cut, onProgress } = carrying;
  const there = await slicesOf(target.store, table);
  const slices: Slice[] = [];
  for await (const slice of readSlices(source, table, cut)) slices.push(slice);
  const total = slices.reduce((sum, { rows }) => sum + rows, 0);
  const carried: Carried = { rows: 0, days: 0 };
  let done = 0;
  for (const slice of slices) {
    const known = there.get(sliceName(slice));
    there.delete(sliceName(slice));
    if (!isSame(known, slice)) {
      carried.days++;
      carried.rows += await carrySlice(carrying, slice, known);
    }
    done += slice.rows;
    onProgress({ done, total });
  }
  // What was deleted since it was carried.
  for (const gone of there.values()) await clearSlice(target.upkeep, table, gone);
  return carried;
}

async function carrySlice(carrying: Carrying, slice: Slice, known: Slice | undefined): Promise<number> {
  const { source, target, table, cut } = carrying;
  const span = { table, slice, cut };
  let carried = 0;
  const pieces = async function* (after: Key | null = null): AsyncGenerator<NamedPiece> {
    for await (const piece of piecesOf(source, span, after)) {
      yield { name: randomUUID(), rows: await readPiece(source, span, piece) };
      carried += piece.rows;
    }
  };
  if (known && known.rows < slice.rows) {
    for await (const { name, rows } of pieces(await lastKey(target.store, table, slice)))
      await target.store.insertRows(table.name, table.columns, rows, name);
    if (isSame(await readSlice(target.store, table, slice), slice)) return carried;
  }
  if (known) await clearSlice(target.upkeep, table, slice);
  await putSlice(target, table, slice, () => pieces());
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

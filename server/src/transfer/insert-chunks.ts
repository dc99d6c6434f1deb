/** The rows of a slice in chunks that any engine can insert at once, in the format of its inserts. */
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { splitPages } from '../store/rewrite/key-pages.ts';
import type { Store } from '../store/store.ts';
import { inSlice, type Slice } from './day-slices.ts';
import type { Condition } from './snapshot.ts';
import type { TransferTable } from './tables.ts';

const Key = z.object({ id: z.string(), at: z.number(), bytes: z.number() });
/** A position in the order of a slice. */
export type Key = z.infer<typeof Key>;

export type InsertChunk = { rows: number; first: Key; last: Key };

/** The largest batch that the engine takes as WebAssembly. */
const CHUNK_LIMITS = { rows: 2000, bytes: 8 * 1024 * 1024 };
const KEYS_PER_QUERY = 20_000;

export type SliceRows = { table: TransferTable; slice: Pick<Slice, 'appId' | 'day'>; snapshot: Condition };

/** The chunks of a slice in order, after `after`. */
export async function* insertChunksOf(
  store: Store,
  sliceRows: SliceRows,
  after: Key | null = null,
): AsyncGenerator<InsertChunk> {
  const { table, slice, snapshot } = sliceRows;
  const { where, params } = inSlice(table, slice);
  for (let behind = after; ; ) {
    const keys = await store.query(
      Key,
      `SELECT id, toUnixTimestamp64Milli(${table.order}) AS at, ${table.bytes} AS bytes FROM ${table.from}
       WHERE ${where} AND ${snapshot.where}
         ${behind ? `AND (${table.order}, id) > (fromUnixTimestamp64Milli({behindAt:Int64}), {behindId:UUID})` : ''}
       ORDER BY ${table.order}, id LIMIT {most:UInt32}`,
      {
        ...params,
        ...snapshot.params,
        most: KEYS_PER_QUERY,
        ...(behind ? { behindAt: behind.at, behindId: behind.id } : {}),
      },
    );
    for (const page of splitPages(keys, CHUNK_LIMITS)) {
      const [first, last] = [page[0], page.at(-1)];
      if (first && last) yield { rows: page.length, first, last };
    }
    behind = keys.at(-1) ?? null;
    if (behind === null || keys.length < KEYS_PER_QUERY) return;
  }
}

export function readChunk(
  store: Store,
  { table, slice, snapshot }: SliceRows,
  { first, last }: InsertChunk,
): Promise<Readable> {
  const { where, params } = inSlice(table, slice);
  return store.readRows(
    table.columns,
    `FROM ${table.from}
     WHERE ${where} AND ${snapshot.where}
       AND (${table.order}, id) >= (fromUnixTimestamp64Milli({firstAt:Int64}), {firstId:UUID})
       AND (${table.order}, id) <= (fromUnixTimestamp64Milli({lastAt:Int64}), {lastId:UUID})
     ORDER BY ${table.order}, id`,
    {
      ...params,
      ...snapshot.params,
      firstAt: first.at,
      firstId: first.id,
      lastAt: last.at,
      lastId: last.id,
    },
  );
}

/** The rows of a slice in pieces that any engine can take in one insert, as the bytes that its inserts have. */
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { splitPages } from '../store/rewrite/key-pages.ts';
import type { Store } from '../store/store.ts';
import { inSlice, type Slice } from './day-slices.ts';
import type { Condition } from './snapshot.ts';
import type { TransferTable } from './tables.ts';

const Key = z.object({ id: z.string(), at: z.number(), bytes: z.number() });
/** A place in the order of a slice. */
export type Key = z.infer<typeof Key>;

export type Piece = { rows: number; first: Key; last: Key };

/** As large as a batch that the engine takes as WebAssembly. */
const LIMITS = { rows: 2000, bytes: 8 * 1024 * 1024 };
const KEYS = 20_000;

export type Span = { table: TransferTable; slice: Pick<Slice, 'appId' | 'day'>; cut: Condition };

/** In order, behind `after`. */
export async function* piecesOf(store: Store, span: Span, after: Key | null = null): AsyncGenerator<Piece> {
  const { table, slice, cut } = span;
  const { where, params } = inSlice(table, slice);
  for (let behind = after; ; ) {
    const keys = await store.query(
      Key,
      `SELECT id, toUnixTimestamp64Milli(${table.order}) AS at, ${table.bytes} AS bytes FROM ${table.from}
       WHERE ${where} AND ${cut.where}
         ${behind ? `AND (${table.order}, id) > (fromUnixTimestamp64Milli({behindAt:Int64}), {behindId:UUID})` : ''}
       ORDER BY ${table.order}, id LIMIT {most:UInt32}`,
      {
        ...params,
        ...cut.params,
        most: KEYS,
        ...(behind ? { behindAt: behind.at, behindId: behind.id } : {}),
      },
    );
    for (const page of splitPages(keys, LIMITS)) {
      const [first, last] = [page[0], page.at(-1)];
      if (first && last) yield { rows: page.length, first, last };
    }
    behind = keys.at(-1) ?? null;
    if (behind === null || keys.length < KEYS) return;
  }
}

export function readPiece(
  store: Store,
  { table, slice, cut }: Span,
  { first, last }: Piece,
): Promise<Readable> {
  const { where, params } = inSlice(table, slice);
  return store.readRows(
    table.columns,
    `FROM ${table.from}
     WHERE ${where} AND ${cut.where}
       AND (${table.order}, id) >= (fromUnixTimestamp64Milli({firstAt:Int64}), {firstId:UUID})
       AND (${table.order}, id) <= (fromUnixTimestamp64Milli({lastAt:Int64}), {lastId:UUID})
     ORDER BY ${table.order}, id`,
    {
      ...params,
      ...cut.params,
      firstAt: first.at,
      firstId: first.id,
      lastAt: last.at,
      lastId: last.id,
    },
  );
}

import { z } from 'zod';
import { LARGE_BYTES } from '../store/content.ts';
import { LISTED_BYTES, LISTED_SELECT, ListedRow } from '../store/listed-row.ts';
import type { QueryParams } from '../store/query-params.ts';
import { inWords, type Question, type Store } from '../store/store.ts';
import { PAGE_BYTES, pageLength } from './page.ts';

/** So many rows are never more than a page has bytes for. */
const CERTAIN = PAGE_BYTES / LARGE_BYTES;

/**
 * Rows by the time of their requests, as many as `limit` says or as a page has bytes for, and the one that
 * comes after them, if there is one.
 */
export async function listedRows(
  store: Store,
  { where, params }: { where: Question; params: QueryParams },
  direction: 'ASC' | 'DESC',
  limit: number,
): Promise<ListedRow[]> {
  const ask = <T extends z.ZodType>(row: T, select: string, most: number) =>
    store.query(
      row,
      (wording) => `SELECT ${select}
       FROM interactions
       WHERE ${inWords(where, wording)}
       ORDER BY requested_at ${direction}, id ${direction}
       LIMIT {limit:UInt32}`,
      { ...params, limit: most + 1 },
    );
  if (limit <= CERTAIN) return ask(ListedRow, LISTED_SELECT, limit);
  // What they weigh is known without a look at them.
  const sizes = await ask(z.object({ bytes: z.number() }), `${LISTED_BYTES} AS bytes`, limit);
  return ask(
    ListedRow,
    LISTED_SELECT,
    pageLength(sizes, limit, ({ bytes }) => bytes),
  );
}

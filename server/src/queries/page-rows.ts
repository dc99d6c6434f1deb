import { z } from 'zod';
import { IN, type Statement, sql } from '../store/layout/sql.ts';
import type { QueryParams } from '../store/query-params.ts';
import { LARGE_BYTES } from '../store/rows/content.ts';
import { LISTED_BYTES, LISTED_SELECT, ListedRow } from '../store/rows/listed-row.ts';
import type { Store } from '../store/store.ts';
import { PAGE_BYTES, pageLength } from './page.ts';

/** Rows that always fit into the bytes of a page. */
const ALWAYS_FITTING_ROWS = PAGE_BYTES / LARGE_BYTES;

export type Sorted = {
  /** The text behind ORDER BY. */
  by: string;
  /**
   * Whether that is the order of the table. In any other order, the sort keys alone decide which rows are on the page,
   * and only these rows are read.
   */
  asStored: boolean;
};

export function byTime(direction: 'ASC' | 'DESC'): Sorted {
  return { by: `requested_at ${direction}, id ${direction}`, asStored: true };
}

/** The rows of a page and the row behind it; `limit` is lowered to what fits into the bytes of a page. */
export type PageRows = { rows: ListedRow[]; limit: number };

export async function pageRows(
  store: Store,
  { where, params }: { where: Statement; params: QueryParams },
  { by, asStored }: Sorted,
  limit: number,
): Promise<PageRows> {
  const onPage = asStored
    ? where
    : sql`(app_id, requested_at, id) ${IN} (
            SELECT app_id, requested_at, id FROM interactions
            WHERE ${where}
            ORDER BY ${by}
            LIMIT {limit:UInt32})`;
  const ask = <T extends z.ZodType>(row: T, select: string, most: number) =>
    store.query(
      row,
      sql`SELECT ${select}
          FROM interactions
          WHERE ${onPage}
          ORDER BY ${by}
          LIMIT {limit:UInt32}`,
      { ...params, limit: most + 1 },
    );
  const page = async (most: number) => ({ rows: await ask(ListedRow, LISTED_SELECT, most), limit: most });
  if (limit <= ALWAYS_FITTING_ROWS) return page(limit);
  // Sizes are known without reading the rows. Rows may arrive between the two statements: where not all of them fit,
  // the page has the measured length, whatever is on it by then.
  const sizes = await ask(z.object({ bytes: z.number() }), `${LISTED_BYTES} AS bytes`, limit);
  const length = pageLength(sizes, limit, ({ bytes }) => bytes);
  return page(length < sizes.length ? length : limit);
}

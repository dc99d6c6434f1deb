import { LISTED_SELECT, ListedRow } from '../store/listed-row.ts';
import type { Store } from '../store/store.ts';
import type { Conditions } from './filters.ts';
import { PAGE_BYTES } from './page.ts';

/**
 * Rows by the time of their requests, as many as `limit` says or as a page has bytes for, and the one that
 * comes after them, if there is one.
 */
export function listedRows(
  store: Store,
  { where, params }: Conditions,
  direction: 'ASC' | 'DESC',
  limit: number,
): Promise<ListedRow[]> {
  const order = (time: string) => `ORDER BY ${time} ${direction}, id ${direction}`;
  return store.query(
    ListedRow,
    `SELECT *
     FROM (
       SELECT *, sum(bytes) OVER (${order('requested')} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
       FROM (
         SELECT ${LISTED_SELECT}
         FROM interactions
         WHERE ${where}
         ${order('requested_at')}
         LIMIT {limit:UInt32}
       )
     )
     WHERE bytes_before <= {pageBytes:UInt32}
     ${order('requested')}`,
    { ...params, limit: limit + 1, pageBytes: PAGE_BYTES },
  );
}

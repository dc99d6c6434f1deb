import { encodeCursor, type Place } from './cursor.ts';

/** Approximate maximum size of a page, which is in memory as a whole on the server and in the client. */
export const PAGE_BYTES = 8 * 1024 * 1024;

/** A page and its next cursor, out of up to `limit` + 1 rows. */
export function pageOf<R>(
  rows: readonly R[],
  limit: number,
  placeOf: (row: R) => Place,
  bytesOf: (row: R) => number = () => 0,
): { page: R[]; nextCursor: string | null } {
  const page = rows.slice(0, pageLength(rows, limit, bytesOf));
  const last = page.at(-1);
  return { page, nextCursor: last && page.length < rows.length ? encodeCursor(placeOf(last)) : null };
}

/** Number of rows on a page: at least one, however large it is. */
export function pageLength<R>(rows: readonly R[], limit: number, bytesOf: (row: R) => number): number {
  let bytes = 0;
  const end = rows.findIndex((row, i) => {
    bytes += bytesOf(row);
    return i >= limit || (i > 0 && bytes > PAGE_BYTES);
  });
  return end === -1 ? rows.length : end;
}

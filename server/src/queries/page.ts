import { encodeCursor, type Place } from './cursor.ts';

/** About what a page of an answer may take: it is in memory as a whole, here and where it is read. */
export const PAGE_BYTES = 8 * 1024 * 1024;

/** A list's page out of one row more than it may have. */
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

/** How many rows a page has: at least one, whatever that takes. */
export function pageLength<R>(rows: readonly R[], limit: number, bytesOf: (row: R) => number): number {
  let bytes = 0;
  const end = rows.findIndex((row, i) => {
    bytes += bytesOf(row);
    return i >= limit || (i > 0 && bytes > PAGE_BYTES);
  });
  return end === -1 ? rows.length : end;
}

import { encodeCursor, type Place } from './cursor.ts';

/** Of about so much an answer's page is: it is in memory as a whole, here and at whoever asked. */
export const PAGE_BYTES = 8 * 1024 * 1024;

/** A list's page out of one row more than it may have. It has at least one, whatever that takes. */
export function pageOf<R>(
  rows: readonly R[],
  limit: number,
  placeOf: (row: R) => Place,
  bytesOf: (row: R) => number = () => 0,
): { page: R[]; nextCursor: string | null } {
  let bytes = 0;
  const end = rows.findIndex((row, i) => {
    bytes += bytesOf(row);
    return i >= limit || (i > 0 && bytes > PAGE_BYTES);
  });
  const page = rows.slice(0, end === -1 ? rows.length : end);
  const last = page.at(-1);
  return { page, nextCursor: last && page.length < rows.length ? encodeCursor(placeOf(last)) : null };
}

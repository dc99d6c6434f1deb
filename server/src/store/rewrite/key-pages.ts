/**
 * Pages of rows, bounded in rows and in bytes: first the keys with their sizes are read, then the rows between two
 * keys. A result of the store is in memory as a whole, and a page by row count alone could have any size.
 */
import { z } from 'zod';

export const PageKey = z.object({ id: z.string(), requested: z.number(), bytes: z.number() });
export type PageKey = z.infer<typeof PageKey>;

export type PageLimits = { rows: number; bytes: number };

export type PageSource<Row> = {
  /** Keys behind `after`, in order; fewer than `limit` at the end. */
  keys: (after: PageKey | null, limit: number) => Promise<PageKey[]>;
  /** Rows between two keys, both inclusive. */
  rows: (first: PageKey, last: PageKey) => Promise<Row[]>;
};

/** Runs one query at a time, and only when the next page is requested. */
export async function* keyPages<Row>(
  source: PageSource<Row>,
  limits: PageLimits & { keys: number },
): AsyncGenerator<Row[], void, undefined> {
  let after: PageKey | null = null;
  for (;;) {
    const keys: PageKey[] = await source.keys(after, limits.keys);
    for (const page of splitPages(keys, limits)) {
      const [first, last] = [page[0], page.at(-1)];
      if (first && last) yield await source.rows(first, last);
    }
    after = keys.at(-1) ?? null;
    if (after === null || keys.length < limits.keys) return;
  }
}

/** A row larger than a page is a page by itself. */
export function splitPages<Key extends { bytes: number }>(keys: readonly Key[], limits: PageLimits): Key[][] {
  const pages: Key[][] = [];
  let bytes = 0;
  for (const key of keys) {
    const page = pages.at(-1);
    if (!page || page.length === limits.rows || bytes + key.bytes > limits.bytes) {
      pages.push([key]);
      bytes = 0;
    } else page.push(key);
    bytes += key.bytes;
  }
  return pages;
}

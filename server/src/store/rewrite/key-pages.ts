/**
 * Reads many rows in pages that are bounded in rows and in bytes, whatever the rows weigh: first keys with
 * their sizes, then the rows between two keys. Without the sizes, a page of rows could be of any weight,
 * and an answer of the store is in memory as a whole.
 */
import { z } from 'zod';

export const PageKey = z.object({ id: z.string(), requested: z.number(), bytes: z.number() });
export type PageKey = z.infer<typeof PageKey>;

export type PageLimits = { rows: number; bytes: number };

export type PageSource<Row> = {
  /** The keys behind `after`, in order; fewer than `limit` when there are no more. */
  keys: (after: PageKey | null, limit: number) => Promise<PageKey[]>;
  /** The rows between two keys, both included. */
  rows: (first: PageKey, last: PageKey) => Promise<Row[]>;
};

/** Asks one question at a time, and only when the next page is asked for. */
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

/** A row that is heavier than a page may be is a page by itself. */
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

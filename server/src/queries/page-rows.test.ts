import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Store } from '../store/store.ts';
import { PAGE_BYTES, pageOf } from './page.ts';
import { byTime, pageRows } from './page-rows.ts';

const LIMIT = 500;

/** `arriving` rows are inserted between the query for the sizes and the query for the rows. */
for (const { before, arriving, bytes = 100, page } of [
  { before: 0, arriving: 3, page: 3 },
  { before: 1, arriving: 3, page: 4 },
  { before: 2, arriving: 500, page: LIMIT },
  { before: LIMIT - 1, arriving: 2, page: LIMIT },
  { before: LIMIT, arriving: 0, page: LIMIT },
  { before: LIMIT, arriving: 1, page: LIMIT },
  { before: LIMIT + 1, arriving: 10, page: LIMIT },
  { before: 20, arriving: 1, bytes: PAGE_BYTES / 10, page: 10 },
  { before: 20, arriving: 10, bytes: PAGE_BYTES / 10, page: 10 },
])
  it(`with ${before} rows, while ${arriving} arrive, a page has ${page}, and a cursor if more follow`, async () => {
    const answers = [
      Array.from({ length: before }, (_, i) => ({ id: `${i}`, bytes })),
      // Newest first; the new ones are small.
      Array.from({ length: before + arriving }, (_, i) => ({ id: `${i}`, bytes: i < arriving ? 1 : bytes })),
    ];
    const query = async (_row: unknown, _sql: unknown, { limit }: { limit: number }) =>
      answers.shift()?.slice(0, limit);
    const store = { query } as unknown as Store;
    const found = await pageRows(store, { where: '1', params: {} }, byTime('DESC'), LIMIT);
    const listed = pageOf(
      found.rows,
      found.limit,
      ({ id }) => ({ order: 'time', value: 0, id }),
      (row) => row.bytes,
    );
    assert.equal(listed.page.length, page);
    assert.equal(listed.nextCursor !== null, before + arriving > page);
  });

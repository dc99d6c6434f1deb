import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Store } from '../store/store.ts';
import { byTime, listedRows } from './listed-rows.ts';
import { pageOf } from './page.ts';

const LIMIT = 500;

/** A store with so many rows when it is asked for the first time, and so many more whenever it is asked again. */
function growing(rows: number, more: number): Store {
  const query = async (_row: unknown, _sql: unknown, { limit }: { limit: number }) => {
    const answer = Array.from({ length: Math.min(rows, limit) }, (_, i) => ({ id: String(i), bytes: 100 }));
    rows += more;
    return answer;
  };
  return { query } as unknown as Store;
}

/** Rows that arrive between the question for the sizes and the one for the rows. */
for (const [before, arriving] of [
  [0, 3],
  [1, 3],
  [2, 1],
  [2, 500],
  [LIMIT - 1, 2],
  [LIMIT, 1],
  [LIMIT + 1, 10],
] as const)
  it(`a page out of ${before} rows, while ${arriving} arrive, ends with a cursor when there is more`, async () => {
    const { rows, limit } = await listedRows(
      growing(before, arriving),
      { where: '1', params: {} },
      byTime('DESC'),
      LIMIT,
    );
    const { page, nextCursor } = pageOf(
      rows,
      limit,
      ({ id }) => ({ order: 'time', value: 0, id }),
      ({ bytes }) => bytes,
    );
    assert.equal(page.length, Math.min(before, LIMIT));
    assert.equal(nextCursor !== null, before > 0);
  });

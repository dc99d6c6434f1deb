import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listPages } from './list-pages.ts';

describe('the pages of a list', () => {
  it('are asked for one after the other, from the first to the last', async () => {
    const asked: (string | undefined)[] = [];
    const pages = listPages(async (cursor) => {
      asked.push(cursor);
      const page = Number(cursor ?? 0);
      return { data: [page], nextCursor: page < 3 ? String(page + 1) : null };
    });
    assert.deepEqual((await pages.next()).value, [0]);
    assert.equal(asked.length, 1);
    assert.deepEqual(await Array.fromAsync(pages), [[1], [2], [3]]);
    assert.deepEqual(asked, [undefined, '1', '2', '3']);
  });

  it('are one empty one when the list is', async () => {
    assert.deepEqual(await Array.fromAsync(listPages(async () => ({ data: [], nextCursor: null }))), [[]]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listPages } from './list-pages.ts';

describe('the pages of a list', () => {
  it('are fetched one after the other, from first to last', async () => {
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

  it('are a single empty page if the list is empty', async () => {
    assert.deepEqual(await Array.fromAsync(listPages(async () => ({ data: [], nextCursor: null }))), [[]]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNewestFirst, readListSorting, sortedBy, sortingText } from './list-sorting.ts';

describe('the order of the list', () => {
  it('is newest first unless the address names a valid one', () => {
    for (const search of [{}, { orderBy: 'time', order: 'desc' }, { orderBy: 'model', order: 'up' }]) {
      assert.deepEqual(readListSorting(search), {});
    }
    assert.deepEqual(readListSorting({ orderBy: 'costUsd', order: 'asc' }), {
      orderBy: 'costUsd',
      order: 'asc',
    });
  });

  it('is descending at first, reverses when chosen again, and returns to newest first', () => {
    const cost = sortedBy({}, 'costUsd');
    assert.deepEqual(cost, { orderBy: 'costUsd' });
    assert.equal(sortingText(cost), 'Highest cost first');
    assert.deepEqual(sortedBy(cost, 'costUsd'), { orderBy: 'costUsd', order: 'asc' });
    assert.deepEqual(sortedBy({ orderBy: 'costUsd', order: 'asc' }, 'costUsd'), { orderBy: 'costUsd' });
    assert.deepEqual(sortedBy(cost, 'time'), {});
    assert.deepEqual(sortedBy({}, 'time'), { order: 'asc' });
    assert.equal(isNewestFirst({ order: 'asc' }), false);
  });

  it('of scores, the worst come first', () => {
    const worst = sortedBy({}, 'score.thumbs');
    assert.deepEqual(worst, { orderBy: 'score.thumbs', order: 'asc' });
    assert.equal(sortingText(worst), 'Worst first by thumbs');
    assert.deepEqual(sortedBy(worst, 'score.thumbs'), { orderBy: 'score.thumbs' });
    assert.deepEqual(readListSorting({ orderBy: 'score.thumbs.mean' }), {});
  });
});

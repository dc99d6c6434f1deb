import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sumUp, unaccounted } from './ledger-sums.ts';

const day = {
  received: 18,
  stored: 5,
  duplicate: 2,
  rejected: 1,
  ignored: 3,
  scores: 4,
  damaged: 1,
  waiting: 2,
};

describe('the sums of the ledger', () => {
  it('they add up if every day does', () => {
    const sums = sumUp([day, day]);
    assert.deepEqual(sums, {
      received: 36,
      stored: 10,
      duplicate: 4,
      rejected: 2,
      ignored: 6,
      scores: 8,
      damaged: 2,
      waiting: 4,
    });
    assert.equal(unaccounted(sums), 0);
  });

  it('they show how many are missing or too many', () => {
    assert.equal(unaccounted({ ...day, stored: 3 }), 2);
    assert.equal(unaccounted({ ...day, stored: 6 }), -1);
  });
});

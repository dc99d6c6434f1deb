import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAhead } from './read-ahead.ts';

describe('reading ahead', () => {
  it('fetches one item ahead of the consumer, never two', async () => {
    let asked = 0;
    async function* numbers() {
      for (;;) yield ++asked;
    }
    const items = readAhead(numbers());
    for (let taken = 1; taken <= 4; taken++) {
      assert.equal((await items.next()).value, taken);
      assert.ok(asked <= taken + 1, `${asked} asked, ${taken} taken`);
    }
    await items.return();
  });

  it('ends the source when the consumer stops, even while an item is being fetched', async () => {
    let ended = false;
    async function* numbers() {
      try {
        for (let number = 1; ; number++) {
          await new Promise(setImmediate);
          yield number;
        }
      } finally {
        ended = true;
      }
    }
    const items = readAhead(numbers());
    await items.next();
    await items.return();
    assert.equal(ended, true);
  });

  it('throws a failure after the items before it', async () => {
    async function* failing() {
      yield 1;
      throw new Error('the store is gone');
    }
    const items = readAhead(failing());
    assert.equal((await items.next()).value, 1);
    await assert.rejects(items.next(), /the store is gone/);
  });
});

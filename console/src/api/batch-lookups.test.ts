import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BatchLookups, batchesOf } from './batch-lookups.ts';

describe('batched lookups', () => {
  it('lookups are sent together, each key once, and every caller gets its own result', async () => {
    const asked: (readonly string[])[] = [];
    const names = new BatchLookups(async (keys) => {
      asked.push(keys);
      return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()]));
    });
    const answers = await Promise.all(['ann', 'bob', 'ann', 'nobody'].map((key) => names.get(key)));
    assert.deepEqual(answers, ['ANN', 'BOB', 'ANN', undefined]);
    assert.deepEqual(asked, [['ann', 'bob', 'nobody']]);
    assert.equal(await names.get('cy'), 'CY');
    assert.deepEqual(asked.at(-1), ['cy']);
  });

  it('a failed batch rejects all its lookups, and they can be retried', async () => {
    let away = true;
    const names = new BatchLookups(async (keys) => {
      if (away) throw new Error('away');
      return new Map(keys.map((key) => [key, key]));
    });
    const answers = await Promise.allSettled([names.get('ann'), names.get('bob')]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    away = false;
    assert.equal(await names.get('ann'), 'ann');
  });

  it('a batch is split so that each request fits into a URL', () => {
    const keys = Array.from({ length: 250 }, (_, i) => `u_${i}`);
    assert.deepEqual(
      batchesOf(keys).map(({ length }) => length),
      [100, 100, 50],
    );
    const long = Array.from({ length: 5 }, (_, i) => `${i}${'𝄞'.repeat(200)}`);
    assert.deepEqual(
      batchesOf(long).map((batch) => encodeURIComponent(batch.join('')).length <= 6000),
      [true, true, true],
    );
    assert.deepEqual(batchesOf(long).flat(), long);
    assert.deepEqual(batchesOf([]), []);
  });
});

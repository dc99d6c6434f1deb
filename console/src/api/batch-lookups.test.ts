import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BatchLookups, batchesOf } from './batch-lookups.ts';

describe('gathered questions', () => {
  it('go in one, each key once, and everybody gets their own answer', async () => {
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

  it('fail together, and can be asked again', async () => {
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

  it('are as many as it takes for each to fit into an address', () => {
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

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RequestSlots } from './request-slots.ts';

describe('request slots', () => {
  const { signal } = new AbortController();

  it('slots are limited, and a free one goes to the request that has waited longest', async () => {
    const turns = new RequestSlots(1);
    const giveBack = await turns.take(signal);
    const order: string[] = [];
    const second = turns.take(signal).then((done) => {
      order.push('second');
      done();
    });
    const third = turns.take(signal).then((done) => {
      order.push('third');
      done();
    });
    await Promise.resolve();
    assert.deepEqual(order, []);
    giveBack();
    await Promise.all([second, third]);
    assert.deepEqual(order, ['second', 'third']);
    (await turns.take(signal))();
  });

  it('an aborted request does not keep its slot', async () => {
    const turns = new RequestSlots(1);
    const giveBack = await turns.take(signal);
    const leaving = new AbortController();
    const gone = turns.take(leaving.signal);
    const next = turns.take(signal);
    leaving.abort(new Error('left'));
    await assert.rejects(gone, /left/);
    giveBack();
    (await next)();
    await assert.rejects(turns.take(leaving.signal), /left/);
  });
});

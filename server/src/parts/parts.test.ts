import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { Parts } from './parts.ts';

const newParts = () => new Parts({ log: pino({ level: 'silent' }), graceMs: 1000 });

test('parts are stopped in reverse, one after the other, and once', async () => {
  const parts = newParts();
  const stopped: string[] = [];
  for (const name of ['first', 'second', 'third']) {
    parts.add(name, async (it) => {
      await sleep(name === 'third' ? 20 : 0);
      stopped.push(it);
    });
  }
  assert.equal(parts.stopping, false);
  await Promise.all([parts.stop(), parts.stop()]);
  assert.equal(parts.stopping, true);
  assert.deepEqual(stopped, ['third', 'second', 'first']);
});

test('one that cannot be stopped is reported when the others are', async () => {
  const parts = newParts();
  const stopped: string[] = [];
  parts.add('first', (it) => stopped.push(it));
  parts.add('second', () => Promise.reject(new Error('stuck')));
  await assert.rejects(parts.stop(), ({ errors }: AggregateError) => errors[0].message === 'stuck');
  assert.deepEqual(stopped, ['first']);
});

test('what is done again and again never overlaps, outlives a failure, and is over when the parts are stopped', async () => {
  const parts = newParts();
  let [running, most, times] = [0, 0, 0];
  parts.every(1, 'it fails', async () => {
    most = Math.max(most, ++running);
    await sleep(5);
    running--;
    if (++times === 1) throw new Error('the first time');
  });
  while (times < 3) await sleep(1);
  await parts.stop();
  const before = times;
  assert.deepEqual([running, most], [0, 1]);
  await sleep(20);
  assert.equal(times, before);
});

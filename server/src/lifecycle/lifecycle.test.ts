import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobReports } from '../monitoring/jobs.ts';
import { Lifecycle } from './lifecycle.ts';

const SILENT: JobReports = { failed: () => {}, worked: () => {}, ended: () => {} };
const newParts = (jobs = SILENT) => new Lifecycle({ jobs, graceMs: 1000 });

test('lifecycle are stopped in reverse, one after the other, and once', async () => {
  const lifecycle = newParts();
  const stopped: string[] = [];
  for (const name of ['first', 'second', 'third']) {
    lifecycle.add(name, async (it) => {
      await sleep(name === 'third' ? 20 : 0);
      stopped.push(it);
    });
  }
  assert.equal(lifecycle.stopping, false);
  await Promise.all([lifecycle.stop(), lifecycle.stop()]);
  assert.equal(lifecycle.stopping, true);
  assert.deepEqual(stopped, ['third', 'second', 'first']);
});

test('one that cannot be stopped is reported when the others are', async () => {
  const lifecycle = newParts();
  const stopped: string[] = [];
  lifecycle.add('first', (it) => stopped.push(it));
  lifecycle.add('second', () => Promise.reject(new Error('stuck')));
  await assert.rejects(lifecycle.stop(), ({ errors }: AggregateError) => errors[0].message === 'stuck');
  assert.deepEqual(stopped, ['first']);
});

test('what is done again and again never overlaps, outlives a failure, and is over when the lifecycle are stopped', async () => {
  const lifecycle = newParts();
  let [running, most, times] = [0, 0, 0];
  lifecycle.every(1, 'figures', async () => {
    most = Math.max(most, ++running);
    await sleep(5);
    running--;
    if (++times === 1) throw new Error('the first time');
  });
  while (times < 3) await sleep(1);
  await lifecycle.stop();
  const before = times;
  assert.deepEqual([running, most], [0, 1]);
  await sleep(20);
  assert.equal(times, before);
});

test('what fails is said to fail, and is done less and less often until it works', async () => {
  const said: string[] = [];
  const lifecycle = newParts({
    ...SILENT,
    failed: (job) => said.push(job),
    worked: (job) => said.push(`${job} works`),
  });
  const times: number[] = [];
  lifecycle.every(20, 'figures', () => {
    times.push(performance.now());
    if (times.length < 5) throw new Error('not yet');
  });
  while (times.length < 6) await sleep(5);
  await lifecycle.stop();
  assert.deepEqual(said.slice(0, 6), [...Array(4).fill('figures'), ...Array(2).fill('figures works')]);
  const pause = (n: number) => (times[n] ?? 0) - (times[n - 1] ?? 0);
  // Behind the fourth failure it is 160 ms, of which half is left to chance.
  assert.ok(pause(4) >= 75, `${pause(4)} ms`);
});

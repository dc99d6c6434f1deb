import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobReports } from '../monitoring/jobs.ts';
import { Lifecycle } from './lifecycle.ts';

const SILENT: JobReports = { failed: () => {}, worked: () => {}, ended: () => {} };
const newParts = (jobs = SILENT) => new Lifecycle({ jobs, graceMs: 1000 });

test('components are stopped in reverse order, one after the other, once', async () => {
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

test('a component that cannot be stopped is reported after the others have stopped', async () => {
  const lifecycle = newParts();
  const stopped: string[] = [];
  lifecycle.add('first', (it) => stopped.push(it));
  lifecycle.add('second', () => Promise.reject(new Error('stuck')));
  await assert.rejects(lifecycle.stop(), ({ errors }: AggregateError) => errors[0].message === 'stuck');
  assert.deepEqual(stopped, ['first']);
});

test('a periodic job never overlaps, survives a failure, and ends when the server stops', async () => {
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

test('a failing job is reported, and runs less and less often until it succeeds', async () => {
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
  // The wait after the fourth failure is 160 ms, half of it random.
  assert.ok(pause(4) >= 75, `${pause(4)} ms`);
});

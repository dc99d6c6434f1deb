import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { Jobs } from './jobs.ts';

function newJobs() {
  const lines: { msg: string; level: number; failures?: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const clock = { now: Date.UTC(2026, 0, 1) };
  return { jobs: new Jobs(log, () => clock.now), lines, clock };
}

test('a failing job is listed with its name, since when, how often and why, until it succeeds', () => {
  const { jobs, clock } = newJobs();
  jobs.failed('retention', new Error('the store is away'));
  clock.now += 60_000;
  jobs.failed('late-parts', 'no room');
  jobs.failed('retention', new Error('postgres://a:secret@host is away'));
  assert.deepEqual(jobs.failing(), [
    {
      name: 'retention',
      title: 'Retention',
      since: '2026-01-01T00:00:00.000Z',
      failures: 2,
      lastError: 'postgres://a:***@host is away',
    },
    {
      name: 'late-parts',
      title: 'Joining late parts',
      since: '2026-01-01T00:01:00.000Z',
      failures: 1,
      lastError: 'no room',
    },
  ]);
  jobs.worked('retention');
  jobs.worked('drain');
  assert.deepEqual(
    jobs.failing().map(({ name }) => name),
    ['late-parts'],
  );
  assert.deepEqual([jobs.errorOf('retention'), jobs.errorOf('late-parts')], [null, 'no room']);
});

test('the log says once that a job fails, and why, and that it works again', () => {
  const { jobs, lines } = newJobs();
  for (let i = 0; i < 5; i++) jobs.failed('late-parts', new Error('no room'));
  jobs.failed('late-parts', new Error('no table'));
  jobs.worked('late-parts');
  jobs.worked('late-parts');
  assert.deepEqual(
    lines.map(({ msg, failures }) => [msg, failures]),
    [
      ['Joining late parts failed; retrying', 1],
      ['Joining late parts failed; retrying', 6],
      ['Joining late parts works again', 6],
    ],
  );
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BackOff, waitAfter } from './back-off.ts';

const RULE = { firstMs: 100, mostMs: 1000 };

test('waits double up to the limit and stay there', () => {
  const whole = [1, 2, 3, 4, 5, 6, 2000].map((failures) => waitAfter(failures, RULE, () => 1));
  assert.deepEqual(whole, [100, 200, 400, 800, 1000, 1000, 1000]);
});

test('each wait is between half and all of its length, at random', () => {
  const waits = Array.from({ length: 200 }, () => waitAfter(3, RULE));
  assert.ok(waits.every((wait) => wait >= 200 && wait <= 400));
  assert.ok(new Set(waits).size > 100, 'those who failed together try again at different times');
});

test('a limit below the first wait is ignored', () => {
  assert.equal(
    waitAfter(4, { firstMs: 100, mostMs: 1 }, () => 1),
    100,
  );
});

test('a success starts the sequence over', () => {
  const backOff = new BackOff(RULE);
  for (let i = 0; i < 10; i++) backOff.next();
  assert.ok(backOff.next() >= 500);
  backOff.reset();
  assert.ok(backOff.next() <= 100);
});

test('an aborted signal ends a wait immediately', async () => {
  const stopping = new AbortController();
  const waiting = new BackOff({ firstMs: 3_600_000, mostMs: 3_600_000 }).wait(stopping.signal);
  stopping.abort();
  await waiting;
});

const SOURCES = join(import.meta.dirname, '..');

/** Files that wait for an event or their turn; none of them retries a failure. */
const WAITING = [
  'backup/make-backup.ts',
  'cli/drain.ts',
  'cli/move.ts',
  'cli/with-store.ts',
  'cluster/with-lease.ts',
  'drain/drain.ts',
  'drain/repeat.ts',
  'lifecycle/start-ingest-pipeline.ts',
  'lifecycle/start-retention-job.ts',
  'main.ts',
  'retention/start-retention.ts',
  'store/layout/wait-for-schema-sync.ts',
  'store/rewrite/mutations.ts',
];

test('no other file sleeps: retries go through BackOff', () => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const sleeping = sources.filter(
    (path) =>
      path.endsWith('.ts') &&
      !path.endsWith('.test.ts') &&
      path !== 'base/back-off.ts' &&
      /setTimeout.* from 'node:timers\/promises'/.test(readFileSync(join(SOURCES, path), 'utf8')),
  );
  assert.deepEqual(sleeping.sort(), WAITING);
});

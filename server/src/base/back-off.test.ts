import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BackOff, waitAfter } from './back-off.ts';

const RULE = { firstMs: 100, mostMs: 1000 };

test('waits double up to the limit, and stay there', () => {
  const whole = [1, 2, 3, 4, 5, 6, 2000].map((failures) => waitAfter(failures, RULE, () => 1));
  assert.deepEqual(whole, [100, 200, 400, 800, 1000, 1000, 1000]);
});

test('between half of a wait and all of it is left to chance', () => {
  const waits = Array.from({ length: 200 }, () => waitAfter(3, RULE));
  assert.ok(waits.every((wait) => wait >= 200 && wait <= 400));
  assert.ok(new Set(waits).size > 100, 'those who failed together try again at different times');
});

test('a limit below the first wait is none', () => {
  assert.equal(
    waitAfter(4, { firstMs: 100, mostMs: 1 }, () => 1),
    100,
  );
});

test('what works again begins with the first wait when it fails', () => {
  const backOff = new BackOff(RULE);
  for (let i = 0; i < 10; i++) backOff.next();
  assert.ok(backOff.next() >= 500);
  backOff.reset();
  assert.ok(backOff.next() <= 100);
});

test('a signal ends a wait at once', async () => {
  const stopping = new AbortController();
  const waiting = new BackOff({ firstMs: 3_600_000, mostMs: 3_600_000 }).wait(stopping.signal);
  stopping.abort();
  await waiting;
});

const SOURCES = join(import.meta.dirname, '..');

/** They wait for something to happen, or for their turn: none of them tries again what has failed. */
const WAITING = [
  'backup/make-backup.ts',
  'cli/drain.ts',
  'cli/move.ts',
  'cli/with-store.ts',
  'cluster/with-lease.ts',
  'drain/drain.ts',
  'drain/start-joining.ts',
  'lifecycle/start-ingest-pipeline.ts',
  'lifecycle/start-retention-job.ts',
  'main.ts',
  'retention/start-retention.ts',
  'store/layout/wait-for-schema-sync.ts',
  'store/rewrite/mutations.ts',
];

test('nobody else sleeps: what is tried again waits by this rule', () => {
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

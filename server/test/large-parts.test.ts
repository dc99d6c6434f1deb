/** Every kind of change to rows in large merged parts of a table. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { z } from 'zod';
import { startEngine } from '../src/engine/engine.ts';
import { connect, type StoreAddress } from '../src/store/client.ts';
import { migrateStore } from '../src/store/migrations/migrations.ts';
import { ExpiredRows } from '../src/store/rewrite/expired-rows.ts';
import { ReplacedRows } from '../src/store/rewrite/replaced-rows.ts';
import { connection, Store } from '../src/store/store.ts';
import { eventually } from './support/eventually.ts';
import { headOf, recordOf } from './support/interactions.ts';
import { tempFolder } from './support/temp-folder.ts';

const START_MS = 120_000;
const DAY = 86_400_000;
const NOW = Date.now();
const ROWS = 60;

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** The first ten rows are old. */
function row(n: number, model = 'first') {
  const at = n < 10 ? NOW - 40 * DAY : NOW - n * 1000;
  const record = recordOf(headOf({ id: idOf(n), receivedAt: at }));
  const labels = { team: 'blue', step: String(n), room: 'a' };
  const requestedAt = new Date(at).toISOString();
  return {
    record: { ...record, requestedAt, model, labels },
    request: Buffer.from(`{"n":${n}}`),
    response: Buffer.from('{}'),
  };
}

async function open(test: TestContext, folder: string) {
  const engine = startEngine(folder, { onExit: () => {}, onOutput: () => {} });
  const address: StoreAddress = { kind: 'embedded', socketPath: engine.socketPath };
  const store = new Store(connection(address, 0));
  const replaced = new ReplacedRows(address);
  const expired = new ExpiredRows(address);
  const client = connect(address);
  const close = async () => {
    await Promise.all([store.close(), replaced.close(), expired.close(), client.close()]);
    await engine.stop();
  };
  test.after(close);
  await eventually('the engine is up', () => store.ping(), START_MS);
  const run = (query: string) => client.command({ query });
  const models = async () => {
    const rows = await store.query(
      z.object({ model: z.string(), count: z.number() }),
      'SELECT model, count() AS count FROM interactions GROUP BY model ORDER BY model',
    );
    return Object.fromEntries(rows.map(({ model, count }) => [model, count]));
  };
  return { address, store, replaced, expired, run, models, close };
}

it('rows of large merged parts are replaced, blanked and removed, and stay so after a restart', async (test) => {
  const folder = await tempFolder();
  const { signal } = new AbortController();
  const first = await open(test, folder);
  await migrateStore(first.address);
  // The format of parts larger than a few megabytes.
  await first.run('ALTER TABLE interactions MODIFY SETTING min_bytes_for_wide_part = 0');
  // One of the projections of large tables; each makes every change slower.
  await first.run(
    'ALTER TABLE interactions ADD PROJECTION by_id (SELECT id, app_id, requested_at ORDER BY id)',
  );
  const rows = Array.from({ length: ROWS }, (_, n) => row(n));
  for (const half of [rows.slice(0, ROWS / 2), rows.slice(ROWS / 2)])
    await first.store.insertInteractions(half, `rows ${half[0]?.record.id}`);
  await first.run('OPTIMIZE TABLE interactions FINAL');
  const parts = await first.store.query(
    z.object({ part_type: z.string(), projections: z.array(z.string()) }),
    `SELECT DISTINCT part_type, projections FROM system.parts
     WHERE database = currentDatabase() AND table = 'interactions' AND active`,
  );
  assert.deepEqual(parts, [{ part_type: 'Wide', projections: ['by_id'] }]);

  await first.replaced.replace([row(20, 'second'), row(50, 'second')]);
  assert.deepEqual(await first.models(), { first: ROWS - 2, second: 2 });
  const appId = row(0).record.appId;
  assert.equal(await first.expired.remove('interactions', new Map([[appId, NOW - 30 * DAY]]), signal), 10);
  assert.equal(
    await first.expired.blank('interactions', new Map([[appId, NOW - 30_000]]), signal),
    ROWS - 31,
  );
  assert.deepEqual(await first.models(), { first: ROWS - 12, second: 2 });
  await first.close();

  const again = await open(test, folder);
  assert.deepEqual(await again.models(), { first: ROWS - 12, second: 2 });
  await again.run('OPTIMIZE TABLE interactions FINAL');
  await again.replaced.replace([row(21, 'third'), row(22, 'third')]);
  assert.deepEqual(await again.models(), { first: ROWS - 14, second: 2, third: 2 });
  const bodies = await again.replaced.read(Array.from({ length: ROWS }, (_, n) => idOf(n)));
  assert.deepEqual(
    bodies.map(({ request }) => request).toSorted(),
    Array.from({ length: 21 }, (_, n) => `{"n":${n + 10}}`),
  );
});

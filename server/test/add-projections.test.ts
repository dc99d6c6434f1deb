/** A store gets its projections once it is large, while it is in use. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { addProjectionsWhenLarge } from '../src/store/add-projections.ts';
import type { StoreAddress } from '../src/store/client.ts';
import { migrateStore } from '../src/store/migrations/migrations.ts';
import { PROJECTION_NAMES } from '../src/store/projections.ts';
import { connection, Store } from '../src/store/store.ts';
import { eventually } from './support/eventually.ts';
import { headOf, recordOf } from './support/interactions.ts';
import { storeProxy } from './support/store-proxy.ts';

const LARGE_ROWS = 30;
const START_MS = 60_000;

const row = (n: number) => ({
  record: recordOf(headOf({ id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}` })),
  request: Buffer.from('{}'),
  response: Buffer.from('{}'),
});

it('a store that has become large gets projections, for existing rows, too', async (test) => {
  const { url } = await storeProxy(test);
  const address: StoreAddress = { kind: 'remote', url };
  const store = new Store(connection(address, LARGE_ROWS));
  test.after(() => store.close());
  await eventually('the engine is up', () => store.ping(), START_MS);
  await migrateStore(address);
  const insert = (from: number, count: number) =>
    store.insertInteractions(
      Array.from({ length: count }, (_, i) => row(from + i)),
      `rows ${from}`,
    );
  /** Projections of each active part. */
  const projections = async () => {
    const parts = await store.query(
      z.object({ names: z.array(z.string()), rows: z.number() }),
      `SELECT projections AS names, rows FROM system.parts
       WHERE database = currentDatabase() AND table = 'interactions' AND active`,
    );
    return parts.map(({ names }) => names.toSorted());
  };

  await insert(0, LARGE_ROWS - 1);
  assert.equal(await addProjectionsWhenLarge(address, LARGE_ROWS), false);
  assert.deepEqual((await projections()).flat(), []);
  await eventually('the store is small', () => store.isSmall);

  await insert(LARGE_ROWS, 10);
  assert.equal(await addProjectionsWhenLarge(address, LARGE_ROWS), true);
  await insert(2 * LARGE_ROWS, 10);
  await eventually(
    'every part has projections',
    async () => {
      const all = await projections();
      return all.length > 0 && all.every((names) => names.length === PROJECTION_NAMES.length);
    },
    START_MS,
  );
  await eventually(
    'all projections are added',
    async () => !(await addProjectionsWhenLarge(address, LARGE_ROWS)),
    START_MS,
  );

  const large = new Store(connection(address, 0));
  test.after(() => large.close());
  const [counted] = await large.query(
    z.object({ rows: z.number() }),
    "SELECT count() AS rows FROM interactions GROUP BY app_id, model SETTINGS force_optimize_projection_name = 'by_quarter_hour'",
  );
  assert.equal(counted?.rows, LARGE_ROWS - 1 + 20);
});

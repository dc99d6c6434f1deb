/** A database of the shared engine and a store on it, for tests of queries, which need no server. */

import { addProjectionsWhenLarge } from '../../src/store/add-projections.ts';
import type { StoreAddress } from '../../src/store/client.ts';
import { MIGRATIONS, migrateStore } from '../../src/store/migrations/migrations.ts';
import { connection, type QueryLimits, Store } from '../../src/store/store.ts';
import { eventually } from './eventually.ts';
import { type Cleanup, storeProxy } from './store-proxy.ts';

const START_MS = 60_000;
/** A query of the WebAssembly engine on a busy machine may take longer than people would wait. */
export const PATIENT: QueryLimits = { seconds: 110, bytes: 1_500_000_000 };

/** `steps`: the migrations of an earlier version, for a store created by it. */
export async function testStore(
  test: Cleanup,
  steps = MIGRATIONS,
): Promise<{ store: Store; address: StoreAddress }> {
  const { url } = await storeProxy(test);
  const address: StoreAddress = { kind: 'remote', url };
  const store = new Store(connection(address, 0), PATIENT);
  await eventually('the engine is up', () => store.ping(), START_MS);
  await migrateStore(address, steps);
  // Projections from the first row on, so that tests cover them, too.
  await addProjectionsWhenLarge(address, 0);
  test.after(() => store.close());
  return { store, address };
}

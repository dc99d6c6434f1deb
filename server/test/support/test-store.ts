/** A database of the shared engine, and what asks it: for tests of questions, which need no server. */

import { addProjectionsWhenLarge } from '../../src/store/add-projections.ts';
import type { StoreAddress } from '../../src/store/client.ts';
import { MIGRATIONS, migrateStore } from '../../src/store/migrations/migrations.ts';
import { connection, Store } from '../../src/store/store.ts';
import { eventually } from './eventually.ts';
import { type Cleanup, storeProxy } from './store-proxy.ts';

const START_MS = 60_000;

/** `steps`: for one that was made by an earlier version. */
export async function testStore(
  test: Cleanup,
  steps = MIGRATIONS,
): Promise<{ store: Store; address: StoreAddress }> {
  const { url } = await storeProxy(test);
  const address: StoreAddress = { kind: 'remote', url };
  // As if it were large: the projections are to be right, too.
  const store = new Store(connection(address, 0));
  await eventually('the engine is up', () => store.ping(), START_MS);
  await migrateStore(address, steps);
  await addProjectionsWhenLarge(address, 0);
  test.after(() => store.close());
  return { store, address };
}

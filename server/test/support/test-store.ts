/** A database of the shared engine, and what asks it: for tests of questions, which need no server. */
import type { StoreAddress } from '../../src/store/client.ts';
import { migrateStore } from '../../src/store/migrations.ts';
import { Store } from '../../src/store/store.ts';
import { eventually } from './eventually.ts';
import { type Cleanup, storeProxy } from './store-proxy.ts';

const START_MS = 60_000;

export async function testStore(test: Cleanup): Promise<{ store: Store; address: StoreAddress }> {
  const { url } = await storeProxy(test);
  const address: StoreAddress = { kind: 'remote', url };
  const store = new Store(address);
  await eventually('the engine is up', () => store.ping(), START_MS);
  await migrateStore(address);
  test.after(() => store.close());
  return { store, address };
}

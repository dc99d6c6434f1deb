import type { StoreAddress } from '../store/client.ts';
import { Store } from '../store/store.ts';

/** Queries without a waiting client may take long. */
export function transferStore(address: StoreAddress): Store {
  return new Store(address, { seconds: 3600, bytes: 1_500_000_000 });
}

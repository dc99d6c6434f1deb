import type { Logger } from 'pino';
import { tryWithLease } from '../cluster/with-lease.ts';
import { addProjectionsWhenLarge } from '../store/add-projections.ts';
import type { StoreAddress } from '../store/client.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { RunningMetadata } from './start-metadata.ts';

const CHECK_MS = 60_000;

type Options = { log: Logger; metadata: RunningMetadata; address: StoreAddress };

/** Adds ClickHouse projections once the interactions table has outgrown 250,000 rows. */
export function startProjectionBuilder(
  lifecycle: Lifecycle,
  storeReady: Promise<void>,
  { log, metadata, address }: Options,
): void {
  let isReady = false;
  void storeReady.then(() => {
    isReady = true;
  });
  lifecycle.every(CHECK_MS, 'projections', async () => {
    if (!isReady) return;
    const held = await tryWithLease(metadata.db, 'grow', metadata.node, () =>
      addProjectionsWhenLarge(address),
    );
    if (held?.done) log.info('building projections in the background: the store has become large');
  });
}

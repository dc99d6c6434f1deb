import type { Logger } from 'pino';
import { tryWithLease } from '../cluster/with-lease.ts';
import { addProjectionsWhenLarge } from '../store/add-projections.ts';
import type { StoreAddress } from '../store/client.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { RunningMetadata } from './start-metadata.ts';

const LOOK_MS = 60_000;

type Options = { log: Logger; metadata: RunningMetadata; address: StoreAddress };

/** Sees to it that a store which has become large gets what large ones are asked by. */
export function startProjectionBuilder(
  lifecycle: Lifecycle,
  storeReady: Promise<void>,
  { log, metadata, address }: Options,
): void {
  let isReady = false;
  void storeReady.then(() => {
    isReady = true;
  });
  lifecycle.every(LOOK_MS, 'projections', async () => {
    if (!isReady) return;
    const held = await tryWithLease(metadata.db, 'grow', metadata.node, () =>
      addProjectionsWhenLarge(address),
    );
    if (held?.done) log.info('the store has become large: its projections are made in the background');
  });
}

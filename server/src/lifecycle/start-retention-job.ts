import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { othersHaveDrained } from '../cluster/nodes.ts';
import type { Journal } from '../journal/journal.ts';
import { comparePositions } from '../journal/segments.ts';
import type { JobReports } from '../monitoring/jobs.ts';
import { type RunningRetention, startRetention } from '../retention/start-retention.ts';
import type { StoreAddress } from '../store/client.ts';
import { ExpiredRows } from '../store/rewrite/expired-rows.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { RunningMetadata } from './start-metadata.ts';

/** How often the other nodes are checked. */
const NODE_CHECK_MS = 1000;

type Options = {
  log: Logger;
  jobs: JobReports;
  metadata: RunningMetadata;
  address: StoreAddress;
  journal: Journal;
};

/** Removes expired interactions, once the store is ready. */
export function startRetentionJob(
  lifecycle: Lifecycle,
  storeReady: Promise<void>,
  { log, jobs, metadata, address, journal }: Options,
): void {
  const rows = lifecycle.add(new ExpiredRows(address), (it) => it.close());
  let retention: RunningRetention | undefined;
  lifecycle.add(storeReady, () => retention?.stop());
  void storeReady.then(() => {
    if (lifecycle.stopping) return;
    retention = startRetention({
      db: metadata.db,
      rows,
      node: metadata.node,
      async drained(signal) {
        const { end } = journal;
        const asked = Date.now();
        while (comparePositions(journal.drained, end) < 0) await sleep(100, undefined, { signal });
        while (!(await othersHaveDrained(metadata.db, metadata.node, Date.now() - asked)))
          await sleep(NODE_CHECK_MS, undefined, { signal });
      },
      rotateJournal: () => journal.rotate(),
      onRemoved: (removed) => log.info(removed, 'removed expired interactions'),
      onFailure: (error) => jobs.failed('retention', error),
      onWorked: () => jobs.worked('retention'),
    });
  });
}

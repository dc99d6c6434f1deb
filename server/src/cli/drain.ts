/** `parley drain`: stores what waits in the journal of a server that does not run. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDataFolder } from '../data-folder/data-folder.ts';
import { comparePositions } from '../journal/segments.ts';
import { Lifecycle } from '../lifecycle/lifecycle.ts';
import { startIngestPipeline } from '../lifecycle/start-ingest-pipeline.ts';
import { startMetadata } from '../lifecycle/start-metadata.ts';
import { startStore } from '../lifecycle/start-store.ts';
import { createLog } from '../main.ts';
import { Jobs } from '../monitoring/jobs.ts';
import { readFlags, UsageError } from './usage.ts';
import { commandConfig } from './with-metadata.ts';

const POLL_MS = 100;
const SHOW_EVERY_MS = 1000;

export async function drain(args: string[]): Promise<void> {
  const flags = readFlags(args, [], []);
  // This command does not create what a first start would.
  const config = { ...commandConfig(flags.data), initial: {} };
  if (!existsSync(config.data)) throw new UsageError(`There is no data folder at ${config.data}.`);
  const log = createLog({ logLevel: 'warn' });
  const jobs = new Jobs(log);
  const lifecycle = new Lifecycle({ jobs, graceMs: 0 });
  let drained = 0;
  try {
    const folder = lifecycle.add(openDataFolder(config.data), (it) => it.release());
    const metadata = await startMetadata(lifecycle, { config, log, jobs, folder });
    const store = startStore(lifecycle, { config, log, jobs, folder });
    const { journal, pending, storeRefused } = await startIngestPipeline(lifecycle, {
      config,
      log,
      jobs,
      folder,
      metadata,
      store,
      onStoreReady: () => {},
      onStored: () => {},
    });
    const total = pending.size;
    let shown = 0;
    while (comparePositions(journal.drained, journal.end) < 0) {
      if (lifecycle.stopping) throw new UsageError('The journal could not be drained; the log says why.');
      const refused = storeRefused();
      if (refused !== null) throw new UsageError(refused);
      if (Date.now() - shown >= SHOW_EVERY_MS) {
        shown = Date.now();
        console.error(`${total - pending.size} of ${total} stored`);
      }
      await sleep(POLL_MS);
    }
    drained = total;
  } finally {
    await lifecycle.stop();
  }
  console.log(
    flags.json ? JSON.stringify({ drained }) : `The journal is empty: ${drained} payloads were drained.`,
  );
}

/** `parley drain`: brings into the store what waits in the journal of a server that does not run. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDataFolder } from '../data-folder.ts';
import { Jobs } from '../jobs.ts';
import { comparePositions } from '../journal/segments.ts';
import { createLog } from '../main.ts';
import { Parts } from '../parts/parts.ts';
import { startMetadata } from '../parts/start-metadata.ts';
import { startStore } from '../parts/start-store.ts';
import { startStoring } from '../parts/start-storing.ts';
import { readFlags, UsageError } from './usage.ts';
import { commandConfig } from './with-metadata.ts';

const LOOK_MS = 100;
const SHOW_EVERY_MS = 1000;

export async function drain(args: string[]): Promise<void> {
  const flags = readFlags(args, [], []);
  // What a first start makes is none of this command's business.
  const config = { ...commandConfig(flags.data), initial: {} };
  if (!existsSync(config.data)) throw new UsageError(`There is no data folder at ${config.data}.`);
  const log = createLog({ logLevel: 'warn' });
  const jobs = new Jobs(log);
  const parts = new Parts({ jobs, graceMs: 0 });
  let drained = 0;
  try {
    const folder = parts.add(openDataFolder(config.data), (it) => it.release());
    const metadata = await startMetadata(parts, { config, log, jobs, folder });
    const store = startStore(parts, { config, log, jobs, folder });
    const { journal, pending, storeRefused } = await startStoring(parts, {
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
      if (parts.stopping) throw new UsageError('The journal could not be drained; the log says why.');
      const refused = storeRefused();
      if (refused !== null) throw new UsageError(refused);
      if (Date.now() - shown >= SHOW_EVERY_MS) {
        shown = Date.now();
        console.error(`${total - pending.size} of ${total} stored`);
      }
      await sleep(LOOK_MS);
    }
    drained = total;
  } finally {
    await parts.stop();
  }
  console.log(
    flags.json ? JSON.stringify({ drained }) : `The journal is empty: ${drained} payloads were drained.`,
  );
}

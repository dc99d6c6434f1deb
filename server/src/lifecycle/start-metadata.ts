import type { Logger } from 'pino';
import { Access } from '../accounts/access.ts';
import { initialise } from '../accounts/initialise.ts';
import { deleteExpired } from '../accounts/people/logins.ts';
import { BackOff } from '../base/back-off.ts';
import type { Config } from '../config.ts';
import type { DataFolder } from '../data-folder/data-folder.ts';
import { nodeName } from '../data-folder/node-name.ts';
import { type MetadataAddress, metadataAddress, openMetadata } from '../metadata/database.ts';
import { MetadataUnavailable } from '../metadata/failure.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { migrateMetadata } from '../metadata/migrations/migrations.ts';
import type { JobReports } from '../monitoring/jobs.ts';
import type { Lifecycle } from './lifecycle.ts';

/** Changes made by other nodes are seen within this time. */
const REFRESH_MS = 2000;
/** How often expired sessions and links are deleted. */
const SWEEP_MS = 60 * 60 * 1000;
const RETRY = { firstMs: 500, mostMs: 5000 };

type Options = { config: Config; log: Logger; jobs: JobReports; folder: DataFolder };

export type RunningMetadata = Metadata & {
  address: MetadataAddress;
  access: Access;
  /** Name of this server's journal. */
  node: string;
};

/** Waits for a database that starts together with this server, or is away for a moment. */
async function whenAvailable(work: () => Promise<void>, jobs: JobReports): Promise<void> {
  const backOff = new BackOff(RETRY);
  for (;;) {
    try {
      await work();
      return jobs.worked('metadata');
    } catch (error) {
      if (!(error instanceof MetadataUnavailable)) throw error;
      jobs.failed('metadata', error);
      await backOff.wait();
    }
  }
}

/** Opens and migrates the metadata (accounts, keys, settings) and watches them for changes. */
export async function startMetadata(
  lifecycle: Lifecycle,
  { config, log, jobs, folder }: Options,
): Promise<RunningMetadata> {
  const address = metadataAddress(config, folder.metadata);
  const metadata = lifecycle.add(openMetadata(address, { watch: true }), (it) => it.close());
  const { db } = metadata;
  await whenAvailable(() => migrateMetadata(db), jobs);
  const node = await nodeName(folder, db);
  if (!(await initialise(db, config.initial)))
    log.info('PARLEY_INIT_* was ignored: it applies to the first start only');
  const access = await Access.load(metadata);
  lifecycle.every(REFRESH_MS, 'metadata', () => access.refresh());
  lifecycle.every(SWEEP_MS, 'logins', () => deleteExpired(db), { now: true });
  return { ...metadata, address, access, node };
}

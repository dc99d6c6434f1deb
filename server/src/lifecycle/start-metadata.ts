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

/** Metadata changes made elsewhere than on this machine are seen within this time. */
const REFRESH_MS = 2000;
/** Sessions and links that ended are no use to anybody; they go now and then. */
const SWEEP_MS = 60 * 60 * 1000;
const AGAIN = { firstMs: 500, mostMs: 5000 };

type Options = { config: Config; log: Logger; jobs: JobReports; folder: DataFolder };

export type RunningMetadata = Metadata & {
  address: MetadataAddress;
  access: Access;
  /** Names this server's journal. */
  node: string;
};

/** A database that is started together with this server, or is away for a moment, is waited for. */
async function onceThere(work: () => Promise<void>, jobs: JobReports): Promise<void> {
  const backOff = new BackOff(AGAIN);
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

/** Accounts, keys and settings: brought up to date, and watched for changes. */
export async function startMetadata(
  lifecycle: Lifecycle,
  { config, log, jobs, folder }: Options,
): Promise<RunningMetadata> {
  const address = metadataAddress(config, folder.metadata);
  const metadata = lifecycle.add(openMetadata(address, { watch: true }), (it) => it.close());
  const { db } = metadata;
  await onceThere(() => migrateMetadata(db), jobs);
  const node = await nodeName(folder, db);
  if (!(await initialise(db, config.initial)))
    log.info('PARLEY_INIT_* counts at the first start only, and was ignored: something was here before');
  const access = await Access.load(metadata);
  lifecycle.every(REFRESH_MS, 'metadata', () => access.refresh());
  lifecycle.every(SWEEP_MS, 'logins', () => deleteExpired(db), { now: true });
  return { ...metadata, address, access, node };
}

import type { Logger } from 'pino';
import { Access } from '../accounts/access.ts';
import { type MetadataAddress, metadataAddress, openMetadata } from '../accounts/database.ts';
import { MetadataAway } from '../accounts/failure.ts';
import { initialise } from '../accounts/initialise.ts';
import type { Metadata } from '../accounts/metadata.ts';
import { migrateMetadata } from '../accounts/migrations.ts';
import { sweepEnded } from '../accounts/people/logins.ts';
import { BackOff } from '../back-off.ts';
import type { Config } from '../config.ts';
import type { DataFolder } from '../data-folder.ts';
import type { JobReports } from '../jobs.ts';
import { nodeName } from '../node-name.ts';
import type { Parts } from './parts.ts';

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
      if (!(error instanceof MetadataAway)) throw error;
      jobs.failed('metadata', error);
      await backOff.wait();
    }
  }
}

/** Accounts, keys and settings: brought up to date, and watched for changes. */
export async function startMetadata(
  parts: Parts,
  { config, log, jobs, folder }: Options,
): Promise<RunningMetadata> {
  const address = metadataAddress(config, folder.metadata);
  const metadata = parts.add(openMetadata(address, { watch: true }), (it) => it.close());
  const { db } = metadata;
  await onceThere(() => migrateMetadata(db), jobs);
  const node = await nodeName(folder, db);
  if (!(await initialise(db, config.initial)))
    log.info('PARLEY_INIT_* counts at the first start only, and was ignored: something was here before');
  const access = await Access.load(metadata);
  parts.every(REFRESH_MS, 'metadata', () => access.refresh());
  parts.every(SWEEP_MS, 'logins', () => sweepEnded(db), { now: true });
  return { ...metadata, address, access, node };
}

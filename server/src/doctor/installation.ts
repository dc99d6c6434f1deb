/** What the doctor examines: a configuration, its data folder, and whatever of it can be reached. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PriceListInfo } from '@parley/contract';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import {
  DataFolderInUse,
  metadataPath,
  type RunningServer,
  runningServer,
} from '../data-folder/data-folder.ts';
import type { Need } from '../journal/disk-room.ts';
import { metadataAddress, openMetadata } from '../metadata/database.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { appliedMigrations, MIGRATIONS } from '../metadata/migrations/migrations.ts';
import type { StoreAddress } from '../store/client.ts';
import { askVersion } from './ask-clickhouse.ts';
import { NotChecked } from './run-checks.ts';

const METADATA_STEPS = Object.keys(MIGRATIONS).length;

/** `away`: it should be reachable, with the reason why it is not. `none`: it does not have to be there. */
export type Reached<T> = { there: T } | { away: string } | { none: string };

export type Installation = {
  config: Config;
  /** The space that must stay free on the disks, as the journal computes it. */
  needs: readonly Need[];
  /** The price list that costs are derived with. */
  priceList: PriceListInfo;
  server: Reached<RunningServer>;
  metadata: Reached<Metadata>;
  /** Whether an older version wrote the metadata: tables that this version queries may be missing. */
  isOlder: boolean;
  store: Reached<StoreAddress>;
  close: () => Promise<void>;
};

export async function inspectInstallation(
  config: Config,
  known: Pick<Installation, 'needs' | 'priceList'>,
): Promise<Installation> {
  const server = reachServer(config.data);
  const metadata = await reachMetadata(config);
  const store = await reachStore(config, server);
  const isOlder = 'there' in metadata && (await appliedMigrations(metadata.there.db)).length < METADATA_STEPS;
  const close = async () => {
    if ('there' in metadata) await metadata.there.close();
  };
  return { config, ...known, server, metadata, isOlder, store, close };
}

/** For checks that have nothing to check without it. */
export function requireReached<T>(reached: Reached<T>): T {
  if ('there' in reached) return reached.there;
  throw new NotChecked('none' in reached ? reached.none : 'see above');
}

/** The metadata, for checks that query more of it than an older version may have. */
export function requireCurrent({ metadata, isOlder }: Pick<Installation, 'metadata' | 'isOlder'>): Metadata {
  const reached = requireReached(metadata);
  if (isOlder) throw new NotChecked('the metadata are of an older version; the next start updates them');
  return reached;
}

function reachServer(data: string): Reached<RunningServer> {
  // A running server has a lock; looking for one must not create the file.
  if (!existsSync(join(data, 'lock.sqlite'))) return { none: 'no server runs' };
  try {
    const server = runningServer(data);
    return server ? { there: server } : { none: 'no server runs' };
  } catch (error) {
    if (error instanceof DataFolderInUse) return { away: error.message };
    return { away: messageOf(error) };
  }
}

/** Opens the metadata as it is: neither created nor migrated. */
async function reachMetadata(config: Config): Promise<Reached<Metadata>> {
  const address = metadataAddress(config, metadataPath(config.data));
  if (address.kind === 'sqlite' && !existsSync(address.path)) return { none: 'there is no metadata yet' };
  let metadata: Metadata | undefined;
  try {
    metadata = openMetadata(address);
    await sql`SELECT 1`.execute(metadata.db);
    return { there: metadata };
  } catch (error) {
    await metadata?.close();
    return { away: messageOf(error) };
  }
}

async function reachStore(config: Config, server: Reached<RunningServer>): Promise<Reached<StoreAddress>> {
  if (config.clickhouse) return answering({ kind: 'remote', ...config.clickhouse });
  if (!('there' in server)) return { none: 'no server runs, and the doctor does not start the engine' };
  const { engine } = server.there;
  if (engine === null) {
    return { none: 'the server keeps interactions elsewhere: set PARLEY_CLICKHOUSE_URL as it has' };
  }
  return answering({ kind: 'embedded', socketPath: engine });
}

async function answering(address: StoreAddress): Promise<Reached<StoreAddress>> {
  try {
    await askVersion(address);
    return { there: address };
  } catch (error) {
    return { away: messageOf(error) };
  }
}

/** An error of several connection attempts has its message in each of them. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

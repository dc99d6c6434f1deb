import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { type DataFolder, openDataFolder, runningServer } from '../data-folder/data-folder.ts';
import { startEngine } from '../engine/engine.ts';
import type { StoreAddress } from '../store/client.ts';
import { migrateStore, refuseNewerStore } from '../store/migrations/migrations.ts';
import { Store } from '../store/store.ts';
import { UsageError } from './usage.ts';
import { commandConfig } from './with-metadata.ts';

const START_MS = 60_000;

/** Calls `use` with the store: a ClickHouse server, the engine of a running server, or one started here. */
export function withStore<T>(
  data: string | undefined,
  use: (address: StoreAddress) => Promise<T>,
): Promise<T> {
  return withStoreOf(commandConfig(data), use);
}

export async function withStoreOf<T>(
  config: Pick<Config, 'data' | 'clickhouse'>,
  use: (address: StoreAddress) => Promise<T>,
): Promise<T> {
  if (config.clickhouse) return useMigrated({ kind: 'remote', ...config.clickhouse }, use);
  const server = runningServer(config.data);
  if (!server) {
    // The lock is held meanwhile, so that no server starts beside it.
    const folder = openDataFolder(config.data);
    try {
      return await withEngine(folder, use);
    } finally {
      folder.release();
    }
  }
  if (server.engine) return useMigrated({ kind: 'embedded', socketPath: server.engine }, use);
  throw new UsageError(
    'The server on this data folder keeps its interactions elsewhere: set PARLEY_CLICKHOUSE_URL as it has.',
  );
}

/** The server migrates its tables; this only checks that they are not newer. */
async function useMigrated<T>(address: StoreAddress, use: (address: StoreAddress) => Promise<T>): Promise<T> {
  await refuseNewerStore(address);
  return use(address);
}

/** Starts an engine on the store of a folder, and migrates it. */
export async function withEngine<T>(
  folder: Pick<DataFolder, 'path' | 'store' | 'markStore'>,
  use: (address: StoreAddress) => Promise<T>,
): Promise<T> {
  const output: string[] = [];
  folder.markStore();
  const collect = (line: string) => output.push(line);
  const engine = startEngine(folder.store, { onExit: collect, onOutput: collect }, folder.path);
  try {
    const address: StoreAddress = { kind: 'embedded', socketPath: engine.socketPath };
    await untilReady(address, output);
    await migrateStore(address);
    return await use(address);
  } finally {
    await engine.stop();
  }
}

async function untilReady(address: StoreAddress, output: readonly string[]): Promise<void> {
  const store = new Store(address);
  const deadline = Date.now() + START_MS;
  try {
    while (!(await store.ping())) {
      if (Date.now() > deadline)
        throw new UsageError(`The engine does not start. ${output.join(' ')}`.trim());
      await sleep(100);
    }
  } finally {
    await store.close();
  }
}

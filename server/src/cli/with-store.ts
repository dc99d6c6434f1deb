import { setTimeout as sleep } from 'node:timers/promises';
import { openDataFolder, runningServer } from '../data-folder.ts';
import type { StoreAddress } from '../store/client.ts';
import { startEngine } from '../store/engine.ts';
import { migrateStore, refuseNewerStore } from '../store/migrations.ts';
import { Store } from '../store/store.ts';
import { UsageError } from './usage.ts';
import { commandConfig } from './with-metadata.ts';

const START_MS = 60_000;

/** The store, wherever it is: a ClickHouse server, a running server's engine, or one of our own. */
export async function withStore<T>(
  data: string | undefined,
  use: (address: StoreAddress) => Promise<T>,
): Promise<T> {
  const config = commandConfig(data);
  if (config.clickhouse) return useMigrated({ kind: 'remote', ...config.clickhouse }, use);
  const server = runningServer(config.data);
  if (!server) return withEngine(config.data, use);
  if (server.engine) return useMigrated({ kind: 'embedded', socketPath: server.engine }, use);
  throw new UsageError(
    'The server on this data folder keeps its interactions elsewhere: set PARLEY_CLICKHOUSE_URL as it has.',
  );
}

/** A server sees to its tables. */
async function useMigrated<T>(address: StoreAddress, use: (address: StoreAddress) => Promise<T>): Promise<T> {
  await refuseNewerStore(address);
  return use(address);
}

/** Holds the data folder meanwhile, so that no server starts beside it. */
async function withEngine<T>(data: string, use: (address: StoreAddress) => Promise<T>): Promise<T> {
  const folder = openDataFolder(data);
  try {
    const output: string[] = [];
    folder.markStore();
    const engine = startEngine(folder.store, {
      onExit: (reason) => output.push(reason),
      onOutput: (line) => output.push(line),
    });
    try {
      const address: StoreAddress = { kind: 'embedded', socketPath: engine.socketPath };
      await untilReady(address, output);
      await migrateStore(address);
      return await use(address);
    } finally {
      await engine.stop();
    }
  } finally {
    folder.release();
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

import type { System } from '@parley/contract';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { DataFolder } from '../data-folder/data-folder.ts';
import { type Engine, type EngineEvents, startEngine } from '../engine/engine.ts';
import type { JobReports } from '../monitoring/jobs.ts';
import type { StoreAddress } from '../store/client.ts';
import type { Lifecycle } from './lifecycle.ts';

type Options = { config: Config; log: Logger; jobs: JobReports; folder: DataFolder };

/** The address of the store, and its embedded engine unless it is a ClickHouse server. */
export type RunningStore = {
  address: StoreAddress;
  engine: Engine | null;
  /** Restarts of the engine. */
  restarts: System['store']['restarts'];
};

export function startStore(lifecycle: Lifecycle, { config, log, jobs, folder }: Options): RunningStore {
  if (config.clickhouse)
    return { address: { kind: 'remote', ...config.clickhouse }, engine: null, restarts: null };
  folder.markStore();
  const restarts: NonNullable<RunningStore['restarts']> = { count: 0, last: null };
  const events: EngineEvents = {
    onExit(reason) {
      restarts.count++;
      restarts.last = { at: new Date().toISOString(), reason };
      log.error({ reason }, 'the embedded engine ended; restarting it');
      jobs.failed('engine', reason);
    },
    onSteady: () => jobs.worked('engine'),
    onOutput: (line) => log.debug({ line }, 'engine'),
  };
  const engine = startEngine(folder.store, events, folder.path);
  lifecycle.add(engine, (it) => it.stop());
  return { address: { kind: 'embedded', socketPath: engine.socketPath }, engine, restarts };
}

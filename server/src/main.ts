/** The composition root: starts the components in order, and stops them in reverse. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import type { Mending } from './base/private-files.ts';
import type { Config } from './config.ts';
import { openDataFolder } from './data-folder/data-folder.ts';
import { refuseMoved } from './data-folder/pending-operations.ts';
import { Lifecycle } from './lifecycle/lifecycle.ts';
import { startHttp } from './lifecycle/start-http.ts';
import { startIngestPipeline } from './lifecycle/start-ingest-pipeline.ts';
import { startMetadata } from './lifecycle/start-metadata.ts';
import { startMonitoring } from './lifecycle/start-monitoring.ts';
import { startMonitors } from './lifecycle/start-monitors.ts';
import { startNotifications } from './lifecycle/start-notifications.ts';
import { startProjectionBuilder } from './lifecycle/start-projection-builder.ts';
import { loadKnownIds, startReading } from './lifecycle/start-reading.ts';
import { startRetentionJob } from './lifecycle/start-retention-job.ts';
import { startStore } from './lifecycle/start-store.ts';
import { startTracing } from './lifecycle/start-tracing.ts';
import { Jobs } from './monitoring/jobs.ts';
import { batchSpan } from './monitoring/tracing.ts';

type Common = { config: Config; log: Logger; jobs: Jobs };

export type Server = {
  /** The URL it listens on. */
  url: string;
  /** Stops immediately. */
  close: () => Promise<void>;
  /** Stops after `stopDelay`, in which load balancers see that it is not ready. */
  leave: () => Promise<void>;
};

export function createLog(config: Pick<Config, 'logLevel'>): Logger {
  return pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  );
}

export async function startServer(config: Config, log: Logger): Promise<Server> {
  const jobs = new Jobs(log);
  const lifecycle = new Lifecycle({ jobs, graceMs: config.grace * 1000 });
  const leaving = new AbortController();
  const close = async () => {
    leaving.abort();
    await lifecycle.stop();
  };
  try {
    const url = await startComponents(lifecycle, { config, log, jobs }, leaving.signal);
    return {
      url,
      close,
      async leave() {
        leaving.abort();
        await sleep(config.stopDelay * 1000);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startComponents(lifecycle: Lifecycle, common: Common, leaving: AbortSignal): Promise<string> {
  const { config, log, jobs } = common;
  refuseMoved(config.data, config);
  const folder = lifecycle.add(openDataFolder(config.data), (it) => it.release());
  reportModes(folder.mending, log);
  const metadata = await startMetadata(lifecycle, { ...common, folder });
  const store = startStore(lifecycle, { ...common, folder });
  const { address } = store;
  const { reading, tail } = startReading(lifecycle, { ...common, folder, metadata, address });

  const storeReady = Promise.withResolvers<void>();
  const tracer = startTracing(lifecycle, { config, node: metadata.node });
  const pipeline = await startIngestPipeline(lifecycle, {
    ...common,
    folder,
    metadata,
    store,
    onStoreReady: storeReady.resolve,
    onStored: () => tail.wake(),
    onBatch: tracer && ((batch) => tracer.record(batchSpan(batch))),
  });
  void storeReady.promise.then(() => {
    log.info('the store is ready');
    return loadKnownIds(reading, pipeline.duplicates.known, jobs, leaving);
  });
  startProjectionBuilder(lifecycle, storeReady.promise, { log, metadata, address });
  const { journal } = pipeline;
  startRetentionJob(lifecycle, storeReady.promise, { log, jobs, metadata, address, journal });
  const status = await startMonitoring(lifecycle, {
    jobs,
    metadata,
    store,
    pipeline,
    isStopping: () => leaving.aborted,
  });
  const notifications = await startNotifications(lifecycle, {
    ...common,
    metadata,
    metrics: pipeline.metrics,
  });
  const url = await startHttp(lifecycle, {
    ...common,
    metadata,
    pipeline,
    status,
    reading,
    tail,
    tracer,
    notifications,
  });
  // Links in messages need the address, which is known once the server listens.
  startMonitors(lifecycle, {
    ...{ metadata, journal, reading, status },
    metrics: pipeline.metrics,
    baseUrl: () => config.publicUrl ?? url,
  });
  folder.announce({ pid: process.pid, url, engine: store.engine?.socketPath ?? null });
  return url;
}

/** Not a reason to stop: a volume with another owner, or without modes, has worked until now. */
function reportModes({ mended, open }: Mending, log: Logger): void {
  if (mended > 0)
    log.info({ count: mended }, 'files in the data folder were readable by others; they are now private');
  if (open.length > 0)
    log.warn(
      { count: open.length, paths: open.slice(0, 5) },
      'files in the data folder are readable by others and cannot be made private: run the server as their owner',
    );
}

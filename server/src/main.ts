/** The composition root: connects the parts, starts them in order, and stops them in reverse. */
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
import { startProjectionBuilder } from './lifecycle/start-projection-builder.ts';
import { loadKnownIds, startReading } from './lifecycle/start-reading.ts';
import { startRetentionJob } from './lifecycle/start-retention-job.ts';
import { startStore } from './lifecycle/start-store.ts';
import { startTracing } from './lifecycle/start-tracing.ts';
import { Jobs } from './monitoring/jobs.ts';
import { batchSpan } from './monitoring/tracing.ts';

type Common = { config: Config; log: Logger; jobs: Jobs };

export type Server = {
  /** Where it listens on this machine. */
  url: string;
  /** At once. */
  close: () => Promise<void>;
  /** After those who send it requests had time to see that it is not ready any more. */
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
    const url = await startParts(lifecycle, { config, log, jobs }, leaving.signal);
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

async function startParts(lifecycle: Lifecycle, common: Common, leaving: AbortSignal): Promise<string> {
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
  const url = await startHttp(lifecycle, { ...common, metadata, pipeline, status, reading, tail, tracer });
  folder.announce({ pid: process.pid, url, engine: store.engine?.socketPath ?? null });
  return url;
}

/** Not a reason to stop: a volume that somebody else owns, or that knows no modes, worked until now. */
function reportModes({ mended, open }: Mending, log: Logger): void {
  if (mended > 0)
    log.info({ count: mended }, 'parts of the data folder could be used by others; now only by its owner');
  if (open.length > 0)
    log.warn(
      { count: open.length, paths: open.slice(0, 5) },
      'others on this machine may use parts of the data folder, and their modes cannot be changed: see to it that its owner runs the server',
    );
}

/** The composition root: connects the parts, starts them in order, and stops them in reverse. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { refuseMoved } from './data-folder-notes.ts';
import { Jobs } from './jobs.ts';
import { Parts } from './parts/parts.ts';
import { startGrowing } from './parts/start-growing.ts';
import { startHttp } from './parts/start-http.ts';
import { startMetadata } from './parts/start-metadata.ts';
import { loadKnownIds, startReading } from './parts/start-reading.ts';
import { startRetaining } from './parts/start-retaining.ts';
import { startStore } from './parts/start-store.ts';
import { startStoring } from './parts/start-storing.ts';
import { startTracing } from './parts/start-tracing.ts';
import type { Mending } from './private-files.ts';
import { batchSpan } from './tracing.ts';

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
  const parts = new Parts({ jobs, graceMs: config.grace * 1000 });
  const leaving = new AbortController();
  const close = async () => {
    leaving.abort();
    await parts.stop();
  };
  try {
    const url = await startParts(parts, { config, log, jobs }, leaving.signal);
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

async function startParts(parts: Parts, common: Common, leaving: AbortSignal): Promise<string> {
  const { config, log, jobs } = common;
  refuseMoved(config.data, config);
  const folder = parts.add(openDataFolder(config.data), (it) => it.release());
  reportModes(folder.mending, log);
  const metadata = await startMetadata(parts, { ...common, folder });
  const store = startStore(parts, { ...common, folder });
  const { address } = store;
  const { reading, tail } = startReading(parts, { ...common, folder, metadata, address });

  const storeReady = Promise.withResolvers<void>();
  const tracer = startTracing(parts, { config, node: metadata.node });
  const storing = await startStoring(parts, {
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
    return loadKnownIds(reading, storing.duplicates.known, jobs, leaving);
  });
  startGrowing(parts, storeReady.promise, { log, metadata, address });
  startRetaining(parts, storeReady.promise, { log, jobs, metadata, address, journal: storing.journal });

  const url = await startHttp(parts, {
    ...common,
    metadata,
    store,
    storing,
    reading,
    tail,
    tracer,
    isLeaving: () => leaving.aborted,
  });
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

import type { Logger } from 'pino';
import { BackOff } from '../base/back-off.ts';
import type { Config } from '../config.ts';
import type { DataFolder } from '../data-folder/data-folder.ts';
import { ONE_NODE, SEVERAL_NODES } from '../http/tail/tail-feed.ts';
import { TailHub } from '../http/tail/tail-hub.ts';
import { tailSource } from '../http/tail/tail-source.ts';
import type { KnownIds } from '../ingest/known-ids.ts';
import type { JobReports } from '../monitoring/jobs.ts';
import { Reading, SERVER } from '../reading/reading.ts';
import type { StoreAddress } from '../store/client.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { RunningMetadata } from './start-metadata.ts';

type Options = {
  config: Config;
  log: Logger;
  jobs: JobReports;
  folder: DataFolder;
  metadata: RunningMetadata;
  address: StoreAddress;
};

/** The reading threads, and the live tail, which reads through them. */
export function startReading(
  lifecycle: Lifecycle,
  { config, log, jobs, folder, metadata, address }: Options,
): { reading: Reading; tail: TailHub } {
  const reading = new Reading(
    {
      store: address,
      limits: { ...config.queryLimits, answer: answerLimits(config) },
      journal: folder.journal,
      metadata: metadata.address,
      node: metadata.node,
    },
    { onDied: (error) => log.error({ err: error }, 'a reading thread ended; restarting it') },
  );
  lifecycle.add(reading, (it) => it.close());
  const tail = new TailHub({
    source: tailSource(reading),
    lookBack: address.kind === 'embedded' ? ONE_NODE : SEVERAL_NODES,
    onFailure: (error) => jobs.failed('tail', error),
    onWorked: () => jobs.worked('tail'),
    onEnd: () => jobs.ended('tail'),
  });
  return { reading, tail };
}

/**
 * Limit of an answer, which is held in memory several times over. A payload must fit, twice its size when
 * escaped.
 */
function answerLimits({ maxBody }: Config) {
  return { rows: 200_000, bytes: Math.max(64 * 1024 * 1024, 2 * maxBody) };
}

const RETRY = { firstMs: 1000, mostMs: 60_000 };

/**
 * Loads the known ids from the store, at a pace that leaves the thread to others. Until then, each id is
 * looked up.
 */
export async function loadKnownIds(
  reading: Reading,
  known: KnownIds,
  jobs: JobReports,
  leaving: AbortSignal,
): Promise<void> {
  const backOff = new BackOff(RETRY);
  while (!leaving.aborted) {
    try {
      for await (const page of await reading.stream(SERVER, 'derivedIds', null))
        for (const id of String(page).trimEnd().split('\n')) known.add(id);
      known.complete();
      return jobs.worked('known-ids');
    } catch (error) {
      if (!leaving.aborted) jobs.failed('known-ids', error);
      await backOff.wait(leaving);
    }
  }
}

/** Starts the pipeline from the journal to the store. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { readCounted } from '../cluster/ledger.ts';
import type { Config } from '../config.ts';
import type { DataFolder } from '../data-folder/data-folder.ts';
import { Burst } from '../drain/burst.ts';
import { needsToCatchUp } from '../drain/catch-up.ts';
import { BATCH_LIMITS } from '../drain/limits.ts';
import { type DrainEvents, startDrain } from '../drain/start-drain.ts';
import { decodeHead, interactionsIn } from '../envelope/journal-entry.ts';
import { isDerivedId } from '../envelope/uuid.ts';
import { Duplicates } from '../ingest/duplicates.ts';
import { Pending } from '../ingest/pending.ts';
import { Journal, type JournalOptions } from '../journal/journal.ts';
import { comparePositions } from '../journal/segments.ts';
import type { JobReports, Jobs } from '../monitoring/jobs.ts';
import { Metrics } from '../monitoring/metrics.ts';
import type { PipelineStatus } from '../monitoring/server-status.ts';
import { STALLED_MS, seconds } from '../monitoring/store-health.ts';
import { explain, type Layout } from '../store/layout/layout.ts';
import type { SortingProgress } from '../store/rewrite/unsorted-rows.ts';
import { Store } from '../store/store.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { RunningMetadata } from './start-metadata.ts';
import type { RunningStore } from './start-store.ts';

/** Timeout for looking up an id while a payload waits; after it, the payload counts as unverified. */
const LOOKUP_TIMEOUT_MS = 5000;
/** After a lookup that timed out, others fail immediately for this long. */
const LOOKUP_PAUSE_MS = 10_000;
/** How soon the drain yields to a burst. */
const BURST_CHECK_MS = 250;

type Options = {
  config: Config;
  log: Logger;
  jobs: Jobs;
  folder: DataFolder;
  metadata: RunningMetadata;
  store: RunningStore;
  onStoreReady: () => void;
  onStored: () => void;
  /** Called for every stored batch; null without tracing. */
  onBatch?: ((batch: { stored: number; seconds: number }) => void) | null;
};

export type IngestPipeline = PipelineStatus & { journal: Journal; pending: Pending; duplicates: Duplicates };

export async function startIngestPipeline(lifecycle: Lifecycle, options: Options): Promise<IngestPipeline> {
  const { config, folder, jobs, store } = options;
  const { db, node } = options.metadata;
  const pending = new Pending();
  const lagMs = () => (pending.oldest === null ? 0 : Math.max(0, Date.now() - pending.oldest));
  const metrics = new Metrics({
    journalBytes: () => journal.waitingBytes,
    journalMax: () => config.journalMax,
    diskFree: () => journal.freeBytes,
    journalAge: () => lagMs() / 1000,
    waiting: () => pending.size,
  });
  const asked = lifecycle.add(new Store(store.address, config.queryLimits), (it) => it.close());
  const duplicates = new Duplicates({ pending, shared: store.engine === null, stored: lookUpIn(asked) });

  const limits = BATCH_LIMITS[store.engine?.kind ?? 'native'];
  const journal = await Journal.open({
    folder: folder.journal,
    node,
    used: await readCounted(db, node),
    maxBytes: config.journalMax,
    minFreeBytes: config.diskFloor,
    // A frame that is larger than a batch is a batch of its own.
    needs: needsToCatchUp(
      { data: config.data, store: store.engine && folder.store },
      Math.max(limits.bytes, config.maxBody),
    ),
    onLeftOver({ parts: frame, position }) {
      const head = decodeHead(frame);
      pending.add(head, position);
      for (const { id } of interactionsIn(head)) if (isDerivedId(id)) duplicates.known.add(id);
    },
    onCommit: (end) => drain.advance(end),
    onSync: (seconds) => metrics.synced(seconds),
    ...reportJournal(options.log, jobs),
  });

  let known: Layout | null = null;
  let refused: string | null = null;
  let sorting: SortingProgress | null = null;
  let migrating: { step: number; steps: number; since: number } | null = null;
  const drain = startDrain(
    {
      folder: folder.journal,
      node,
      checkpoint: journal.checkpoint,
      leftOver: journal.leftOver,
      limits,
      metadata: options.metadata.address,
      store: store.address,
    },
    {
      onStoreReady(layout) {
        known = layout;
        refused = null;
        migrating = null;
        if (store.engine === null) options.log.info({ layout: layout.kind }, explain(layout));
        options.onStoreReady();
      },
      onDrained({ to, stored, damaged, insertSeconds }) {
        if (insertSeconds !== null) {
          metrics.inserted(insertSeconds, stored);
          options.onBatch?.({ stored, seconds: insertSeconds });
        }
        metrics.damaged += damaged;
        if (stored > 0) options.onStored();
        pending.drained(to, (id, fingerprint) => {
          if (isDerivedId(id)) duplicates.remember(id, fingerprint);
        });
        journal
          .markDrained(to)
          .catch((error: unknown) => options.log.error({ err: error }, 'could not remove a journal segment'));
      },
      onStoreRefused(message) {
        refused = message;
        options.log.error(
          { reason: message },
          'the store was made for another version; nothing is written to it',
        );
      },
      onMigrating(step, steps) {
        migrating = { step, steps, since: Date.now() };
        options.log.info({ step, steps }, 'tables of the store: updating');
      },
      onLateParts(counts) {
        metrics.latePartsWaiting = counts.waiting;
        metrics.latePartsGivenUp += counts.givenUp;
      },
      onSorting(progress) {
        if (progress && !sorting)
          options.log.info(progress, 'sorting the texts of earlier versions for search, in the background');
        if (!progress && sorting) options.log.info('the texts of earlier versions are sorted');
        sorting = progress;
      },
      jobs,
      ...reportDrain(lifecycle, options.log),
    },
  );
  drain.advance(journal.end);
  // Accepted payloads are synced, and drained as far as the grace period allows.
  lifecycle.add(journal, async () => {
    await journal.close();
    while (comparePositions(journal.drained, journal.end) < 0 && Date.now() < lifecycle.deadline)
      await sleep(20);
    await drain.stop();
  });
  const burst = new Burst({ received: () => metrics.received });
  lifecycle.every(BURST_CHECK_MS, 'figures', () => drain.giveWay(burst.look()));
  return {
    journal,
    pending,
    duplicates,
    metrics,
    lagMs,
    layout: () => known,
    storeRefused: () => refused,
    sorting: () => sorting,
    notPrepared() {
      const error = jobs.errorOf('migration');
      if (error !== null)
        return `the tables of the store cannot be brought up to date: ${error.replace(/\.$/, '')}`;
      const waited = migrating ? Date.now() - migrating.since : 0;
      if (!migrating || waited < STALLED_MS) return undefined;
      const { step, steps } = migrating;
      return `the tables of the store are being brought up to date, and step ${step} of ${steps} has taken ${seconds(waited)} so far`;
    },
  };
}

function reportJournal(
  log: Logger,
  jobs: JobReports,
): Pick<JournalOptions, 'onTorn' | 'onMissing' | 'onDistrust' | 'onFailure' | 'onRecovered'> {
  return {
    onTorn: ({ position, bytes }, keptAs) =>
      log.warn(
        { position, bytes: bytes.length, keptAs },
        'the journal ends in the middle of a write; the unacknowledged rest was set aside',
      ),
    onMissing: (segments) =>
      log.error(
        { segments },
        'segments of the journal are missing; their payloads are lost unless they were stored',
      ),
    onDistrust: (reason) =>
      log.warn({ reason }, 'comparing the whole journal with the store before storing it'),
    onFailure: (error) => jobs.failed('journal', error),
    onRecovered: () => jobs.worked('journal'),
  };
}

function reportDrain(lifecycle: Lifecycle, log: Logger): Pick<DrainEvents, 'onDamaged' | 'onDied'> {
  return {
    onDamaged: (position, keptAs) =>
      log.error({ position, keptAs }, 'damaged bytes in the journal were counted and set aside'),
    onDied(error) {
      log.fatal({ err: error }, 'the drain ended; restart the server');
      process.exitCode = 1;
      void lifecycle.stop();
    },
  };
}

/** Looks up an id in the store; fails immediately while the store is known not to answer. */
function lookUpIn(store: Store): (id: string) => Promise<string | null> {
  let pausedUntil = 0;
  return async (id) => {
    if (Date.now() < pausedUntil) throw new Error('the store did not answer a moment ago');
    try {
      return await store.fingerprint(id, LOOKUP_TIMEOUT_MS);
    } catch (error) {
      pausedUntil = Date.now() + LOOKUP_PAUSE_MS;
      throw error;
    }
  };
}

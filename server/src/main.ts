/** The composition root: chooses the engines, connects the parts, starts and stops them in order. */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { Access } from './accounts/access.ts';
import { openMetadata } from './accounts/database.ts';
import { initialise } from './accounts/initialise.ts';
import { readCounted } from './accounts/ledger.ts';
import { sweepEnded } from './accounts/logins.ts';
import { migrateMetadata } from './accounts/migrations.ts';
import { serverSecret } from './accounts/server-secret.ts';
import { writeKeyUses } from './accounts/write-key-uses.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { Burst } from './drain/burst.ts';
import { needsToCatchUp } from './drain/catch-up.ts';
import { BATCH_LIMITS } from './drain/limits.ts';
import { startDrain } from './drain/start-drain.ts';
import { decodeEntry } from './entry.ts';
import { clientAddress } from './http/client-address.ts';
import { People } from './http/people.ts';
import { TailHub } from './http/tail-hub.ts';
import { tailSource } from './http/tail-source.ts';
import { Uploads } from './http/uploads.ts';
import { Credentials } from './ingest/credentials.ts';
import { Duplicates } from './ingest/duplicates.ts';
import { Examiner } from './ingest/examiner.ts';
import type { KnownIds } from './ingest/known-ids.ts';
import { Pending } from './ingest/pending.ts';
import { RateLimiter } from './ingest/rate-limit.ts';
import type { Ingest } from './ingest/track.ts';
import { isDerivedId } from './ingest/uuid.ts';
import { Journal } from './journal/journal.ts';
import { comparePositions } from './journal/segments.ts';
import { createMail } from './mail.ts';
import { Metrics } from './metrics.ts';
import { nodeName } from './node-name.ts';
import type { Mending } from './private-files.ts';
import { Reading } from './reading/reading.ts';
import { type RunningRetention, startRetention } from './retention/start-retention.ts';
import type { StoreAddress } from './store/client.ts';
import { startEngine } from './store/engine.ts';
import { ExpiredRows } from './store/expired-rows.ts';
import { Store } from './store/store.ts';
import { Throughput } from './throughput.ts';

export type Server = {
  /** Where it listens on this machine. */
  url: string;
  close: () => Promise<void>;
};

/** Metadata changes made elsewhere than on this machine are seen within this time. */
const REFRESH_ACCESS_MS = 2000;
/** The last uses of keys are remembered for this long before they are written down. */
const WRITE_KEY_USES_MS = 5000;
/** Sessions and links that ended are no use to anybody; they go now and then. */
const SWEEP_MS = 60 * 60 * 1000;
/** A frame that waits longer than this means that the drain does not move. */
const STALLED_MS = 60_000;
/** A question about one id on the way of a payload: better take it as unverified than keep it waiting. */
const ASK_STORE_MS = 5000;
/** After a question that was not answered, nobody else waits for this long. */
const REST_MS = 10_000;
/** How often the counters are looked at for the throughput of the moment. */
const SAMPLE_MS = 1000;
/** How soon the drain gives way to a burst. */
const LOOK_FOR_BURST_MS = 250;
const BODY_BUDGET = 256 * 1024 * 1024;

export function createLog(config: Pick<Config, 'logLevel'>): Logger {
  return pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  );
}

export async function startServer(config: Config, log: Logger): Promise<Server> {
  const folder = openDataFolder(config.data);
  reportModes(folder.mending, log);
  const metadata = openMetadata(folder.metadata);
  await migrateMetadata(metadata.db);
  const node = await nodeName(folder, metadata.db);
  if (!(await initialise(metadata.db, config.initial)))
    log.info('PARLEY_INIT_* counts at the first start only, and was ignored: something was here before');
  const access = await Access.load(metadata);

  const pending = new Pending();
  const metrics = new Metrics({
    journalBytes: () => journal?.waitingBytes ?? 0,
    journalAge: () => (pending.oldest === null ? 0 : Math.max(0, (Date.now() - pending.oldest) / 1000)),
    waiting: () => pending.size,
  });

  const startedAt = Date.now();
  const throughput = new Throughput(() => metrics);

  const engine = config.clickhouseUrl
    ? null
    : startEngine(folder.store, {
        onExit: (reason) => log.error({ reason }, 'the embedded engine ended and is started again'),
        onOutput: (line) => log.debug({ line }, 'engine'),
      });
  const address: StoreAddress = engine
    ? { kind: 'embedded', socketPath: engine.socketPath }
    : { kind: 'remote', url: config.clickhouseUrl ?? '' };
  const store = new Store(address, config.queryLimits);
  const reading = new Reading(
    {
      store: address,
      limits: config.queryLimits,
      journal: folder.journal,
      metadataPath: folder.metadata,
      node,
    },
    { onDied: (error) => log.error({ err: error }, 'a thread that reads ended and is started again') },
  );
  const tail = new TailHub({
    source: tailSource(reading),
    onFailure: (error) => log.warn({ err: error }, 'the live tail cannot read the store; trying on'),
  });

  const duplicates = new Duplicates({
    pending,
    shared: engine === null,
    stored: askStore(store),
  });

  const batchLimits = BATCH_LIMITS[engine?.kind ?? 'native'];
  let journal: Journal | undefined;
  journal = await Journal.open({
    folder: folder.journal,
    node,
    used: await readCounted(metadata.db, node),
    maxBytes: config.journalMax,
    minFreeBytes: config.diskFloor,
    // A frame that is larger than a batch is one.
    needs: needsToCatchUp(
      { data: config.data, store: engine && folder.store },
      Math.max(batchLimits.bytes, config.maxBody),
    ),
    onLeftOver({ parts, position }) {
      const { head } = decodeEntry(parts);
      pending.add(head, position);
      if (isDerivedId(head.id)) duplicates.known.add(head.id);
    },
    onTorn: ({ position, bytes }, keptAs) =>
      log.warn(
        { position, bytes: bytes.length, keptAs },
        'the journal ends in the middle of a write: what nobody was told is safe was set aside',
      ),
    onMissing: (segments) =>
      log.error(
        { segments },
        'segments of the journal are missing: what they held is lost, unless it is stored',
      ),
    onDistrust: (reason) =>
      log.warn({ reason }, 'all that the journal has is compared with the store before it is stored'),
    onCommit: (end) => drain?.advance(end),
    onSync: (seconds) => metrics.synced(seconds),
    onFailure: (error) => log.error({ err: error }, 'the journal cannot be written'),
  });
  const openJournal = journal;

  let closing: Promise<void> | undefined;
  let retention: RunningRetention | undefined;
  let lastFailure = '';
  const drain = startDrain(
    {
      folder: folder.journal,
      node,
      checkpoint: journal.checkpoint,
      leftOver: journal.leftOver,
      limits: batchLimits,
      metadataPath: folder.metadata,
      store: address,
    },
    {
      onStoreReady() {
        log.info('the store is ready');
        if (!closing) retention = keepRetention();
        loadKnownIds(reading, duplicates.known).catch((error: unknown) =>
          log.warn({ err: error }, 'known ids could not be loaded: the store is asked each time'),
        );
      },
      onDrained({ to, stored, damaged, insertSeconds }) {
        lastFailure = '';
        if (insertSeconds !== null) metrics.inserted(insertSeconds, stored);
        metrics.damaged += damaged;
        if (stored > 0) tail.wake();
        pending.drained(to, (id, fingerprint) => {
          if (isDerivedId(id)) duplicates.remember(id, fingerprint);
        });
        openJournal
          .markDrained(to)
          .catch((error: unknown) => log.error({ err: error }, 'a segment cannot be removed'));
      },
      onFailed(message) {
        if (message !== lastFailure)
          log.warn({ reason: message }, 'the store does not take inserts; trying on');
        lastFailure = message;
      },
      onDamaged: (position, keptAs) =>
        log.error({ position, keptAs }, 'bytes of the journal are damaged: they are counted and set aside'),
      onDied(error) {
        log.fatal({ err: error }, 'the drain ended; restart the server');
        process.exitCode = 1;
        void close();
      },
    },
  );
  drain.advance(journal.end);

  const expiredRows = new ExpiredRows(address);
  function keepRetention(): RunningRetention {
    return startRetention({
      db: metadata.db,
      rows: expiredRows,
      node,
      async drained(signal) {
        const { end } = openJournal;
        while (comparePositions(openJournal.drained, end) < 0) await sleep(100, undefined, { signal });
      },
      rotateJournal: () => openJournal.rotate(),
      onRemoved: (removed) => log.info(removed, 'removed what is kept no longer'),
      onFailure: (error) =>
        log.warn({ err: error }, 'what is kept no longer could not be removed; trying again later'),
    });
  }

  const ingest: Ingest = {
    credentials: new Credentials({ current: () => access.applications(), changes: () => access.changes() }),
    limiter: new RateLimiter(),
    examiner: new Examiner(),
    duplicates,
    pending,
    append: (parts) => openJournal.append(parts),
    keyUses: new Map(),
    now: Date.now,
  };
  const addressOf = (request: IncomingMessage) => clientAddress(request, config.trustProxy);
  const limits = {
    maxBytes: config.maxBody,
    uploads: new Uploads({ bytes: Math.max(BODY_BUDGET, config.maxBody * 4) }),
    addressOf,
  };
  let url = '';
  const people = new People({
    db: metadata.db,
    secret: config.secret ?? (await serverSecret(metadata.db)),
    config,
    mail: createMail(config.mail, log),
    log,
    listensAt: () => url,
  });
  const app = buildApp({
    log,
    people,
    track: {
      ingest,
      limits,
      metrics,
      log,
      guessing: {
        wrongKeys: (address) => people.throttles.wrongKey(address),
        refuse: (address) => people.throttles.refuseGuessers(address),
      },
    },
    access,
    reading,
    tail,
    ingest,
    pending,
    metrics,
    countedUpTo: () => readCounted(metadata.db, node),
    systemNow: () => ({
      startedAt: new Date(startedAt).toISOString(),
      node,
      storeKind: address.kind,
      metadata: 'sqlite',
      journal: {
        bytes: openJournal.waitingBytes,
        waiting: pending.size,
        oldestSeconds: pending.oldest === null ? 0 : Math.max(0, (Date.now() - pending.oldest) / 1000),
      },
      throughput: throughput.now(),
      memoryBytes: process.memoryUsage.rss(),
    }),
    notReady() {
      if (openJournal.unavailable !== undefined) return openJournal.unavailable;
      const age = pending.oldest === null ? 0 : Date.now() - pending.oldest;
      return age > STALLED_MS ? `the drain has not moved for ${Math.round(age / 1000)} s` : undefined;
    },
  });
  const refreshing = setInterval(() => {
    access.refresh().catch((error: unknown) => log.error({ err: error }, 'the metadata cannot be read'));
  }, REFRESH_ACCESS_MS);
  const sweep = () =>
    sweepEnded(metadata.db).catch((error: unknown) =>
      log.error({ err: error }, 'sessions that ended cannot be removed'),
    );
  const sweeping = setInterval(() => void sweep(), SWEEP_MS);
  void sweep();
  const writeUses = () =>
    writeKeyUses(metadata.db, ingest.keyUses).catch((error: unknown) =>
      log.error({ err: error }, 'the last uses of keys cannot be written'),
    );
  const sampling = setInterval(() => throughput.sample(), SAMPLE_MS);
  const burst = new Burst({ received: () => metrics.received });
  const lookingForBursts = setInterval(() => drain.giveWay(burst.look()), LOOK_FOR_BURST_MS);
  const writingUses = setInterval(() => void writeUses(), WRITE_KEY_USES_MS);

  await app.listen({ host: config.host, port: config.port });
  url = localUrl(config.host, app.server.address());
  folder.announce({ pid: process.pid, url, engine: engine?.socketPath ?? null });

  function close(): Promise<void> {
    closing ??= stop();
    return closing;
  }

  /** Stop accepting, finish what is in flight, sync, drain what fits in the grace period. */
  async function stop(): Promise<void> {
    clearInterval(refreshing);
    clearInterval(writingUses);
    clearInterval(sweeping);
    clearInterval(sampling);
    clearInterval(lookingForBursts);
    const retentionStopped = retention?.stop();
    // They never finish by themselves.
    tail.close();
    const deadline = Date.now() + config.grace * 1000;
    app.server.closeIdleConnections();
    // A client that never finishes its request must not keep the server up.
    const impatient = setTimeout(() => app.server.closeAllConnections(), config.grace * 1000);
    await app.close();
    clearTimeout(impatient);
    await ingest.examiner.close();
    await reading.close();
    await openJournal.close();
    while (comparePositions(openJournal.drained, openJournal.end) < 0 && Date.now() < deadline)
      await sleep(20);
    await drain.stop();
    await retentionStopped;
    await writeUses();
    await expiredRows.close();
    await store.close();
    await engine?.stop();
    await metadata.close();
    folder.release();
  }

  return { url, close };
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

/** From the store, at a pace that leaves the thread to others. */
async function loadKnownIds(reading: Reading, known: KnownIds): Promise<void> {
  for await (const page of await reading.stream('derivedIds', null))
    for (const id of String(page).trimEnd().split('\n')) known.add(id);
  known.complete();
}

/** What the store has under an id; fails at once while the store is known not to answer. */
function askStore(store: Store): (id: string) => Promise<string | null> {
  let restUntil = 0;
  return async (id) => {
    if (Date.now() < restUntil) throw new Error('the store did not answer a moment ago');
    try {
      return await store.fingerprint(id, ASK_STORE_MS);
    } catch (error) {
      restUntil = Date.now() + REST_MS;
      throw error;
    }
  };
}

function localUrl(host: string, address: string | AddressInfo | null): string {
  const port = typeof address === 'object' && address ? address.port : 0;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { writeKeyUses } from '../accounts/keys/write-key-uses.ts';
import { serverSecret } from '../accounts/server-secret.ts';
import { buildApp } from '../app.ts';
import { StaleCache } from '../base/stale-cache.ts';
import { VERSION } from '../base/version.ts';
import { type BackupMade, lastBackup } from '../cluster/backups.ts';
import { readCounted } from '../cluster/ledger.ts';
import { sayAlive } from '../cluster/nodes.ts';
import type { Config } from '../config.ts';
import { clientAddress } from '../http/client-address.ts';
import { createMail } from '../http/people/mail.ts';
import { People } from '../http/people/people.ts';
import { Uploads } from '../http/raw/uploads.ts';
import { RefusedRequests } from '../http/refusals/refused-requests.ts';
import type { TailHub } from '../http/tail/tail-hub.ts';
import { Credentials } from '../ingest/credentials.ts';
import { PayloadParser } from '../ingest/payload-parser.ts';
import { RateLimiter } from '../ingest/rate-limit.ts';
import type { Jobs } from '../monitoring/jobs.ts';
import { MinuteHistory } from '../monitoring/minute-history.ts';
import { STALLED_MS, seconds, storeHealth } from '../monitoring/store-health.ts';
import { StoreHeartbeat } from '../monitoring/store-heartbeat.ts';
import { Throughput } from '../monitoring/throughput.ts';
import { type Tracer, traceRequests } from '../monitoring/tracing.ts';
import { RecentCalls } from '../otel/intake/recent-calls.ts';
import type { TelemetryIngest } from '../otel/intake/telemetry-ingest.ts';
import { TelemetryParser } from '../otel/intake/telemetry-parser.ts';
import { type Reading, SERVER } from '../reading/reading.ts';
import { describeLayout } from '../store/layout/layout.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { IngestPipeline } from './start-ingest-pipeline.ts';
import type { RunningMetadata } from './start-metadata.ts';
import type { RunningStore } from './start-store.ts';
import { watchEngine } from './watch-engine.ts';

/** Other nodes wait for one that they have heard of lately, and people look at it. */
const SAY_ALIVE_MS = 2000;
/** The last uses of keys are remembered for this long before they are written down. */
const WRITE_KEY_USES_MS = 5000;
/** How often the counters are looked at for the throughput of the moment. */
const SAMPLE_MS = 1000;
/** How often the store is asked whether it is there. */
const PULSE_MS = 2000;
/** Who looks at its size when it does not answer gets one that is no older. */
const LOOK_AT_SIZE_MS = 30_000;
/** Backups are made by another process. */
const LOOK_FOR_BACKUP_MS = 60_000;
const BODY_BUDGET = 256 * 1024 * 1024;

type Options = {
  config: Config;
  log: Logger;
  jobs: Jobs;
  metadata: RunningMetadata;
  store: RunningStore;
  storing: IngestPipeline;
  reading: Reading;
  tail: TailHub;
  tracer: Tracer | null;
  /** Whether it was told to stop. */
  isLeaving: () => boolean;
};

/** Takes payloads, answers questions and serves the console. Returns where. */
export async function startHttp(lifecycle: Lifecycle, options: Options): Promise<string> {
  const { config, log, jobs, metadata, store, storing, reading, tail } = options;
  const { db, access, node } = metadata;
  const { journal, pending, metrics } = storing;
  const startedAt = new Date().toISOString();
  const ingest = startIngest(lifecycle, options);
  const sign = () => ({
    name: node,
    version: VERSION,
    startedAt: Date.parse(startedAt),
    waiting: pending.size,
    lagMs: storing.lagMs(),
  });
  // Where the metadata are a file, nobody else is there to be told.
  if (metadata.address.kind === 'postgres') {
    const sayHow = () => sayAlive(db, sign());
    await sayHow();
    lifecycle.every(SAY_ALIVE_MS, 'nodes', sayHow);
  }
  const takesNothing = () => (options.isLeaving() ? 'it is about to stop' : journal.unavailable);
  const notReady = () => {
    const reason = takesNothing();
    if (reason !== undefined) return reason;
    const refused = storing.storeRefused();
    if (refused !== null) return refused.replace(/\.$/, '');
    const lag = storing.lagMs();
    return (
      storing.notPrepared() ?? (lag > STALLED_MS ? `the drain has not moved for ${seconds(lag)}` : undefined)
    );
  };
  metrics.showJobs(() => jobs.failing());
  metrics.showReadiness(() => notReady() === undefined);
  let backup: BackupMade | null = null;
  const lookForBackup = async () => {
    backup = await lastBackup(db);
  };
  lifecycle.every(LOOK_FOR_BACKUP_MS, 'backup', lookForBackup, { now: true });
  metrics.showBackup(() => backup?.finishedAt ?? null);
  const throughput = new Throughput(() => metrics);
  const lastHour = new MinuteHistory(() => metrics, storing.lagMs);
  lifecycle.every(SAMPLE_MS, 'figures', () => {
    throughput.sample();
    lastHour.sample();
  });
  const pulse = StoreHeartbeat.of(store.address);
  lifecycle.every(PULSE_MS, 'pulse', () => pulse.look(), { now: true });
  const { engine } = store;
  if (engine) lifecycle.every(PULSE_MS, 'engine-watch', watchEngine(engine, pulse));
  // Behind it, so that it is closed before: then nothing waits for an answer any more.
  lifecycle.add(pulse, (it) => it.close());
  const health = () =>
    storeHealth({
      hasAnswered: pulse.hasAnswered,
      silentMs: pulse.silentMs,
      isPrepared: storing.layout() !== null,
      refused: storing.storeRefused(),
      lagMs: storing.lagMs(),
    });
  const storeSize = new StaleCache(() => reading.lookUp(SERVER, 'storeSize', null));
  lifecycle.every(LOOK_AT_SIZE_MS, 'store-size', async () => {
    if (health().state === 'up') await storeSize.get(PULSE_MS);
  });
  const waits = () => ({ waiting: pending.size, oldestSeconds: storing.lagMs() / 1000 });

  let url = '';
  const people = new People({
    db,
    secret: config.secret ?? (await serverSecret(db)),
    config,
    mail: createMail(config.mail, log, jobs),
    log,
    listensAt: () => url,
  });
  const largest = Math.max(config.maxBody, config.maxOtlpBody);
  const taking = {
    ingest,
    limits: {
      maxBytes: config.maxBody,
      uploads: new Uploads({ bytes: Math.max(BODY_BUDGET, largest * 4) }),
      addressOf: (request: IncomingMessage) => clientAddress(request, config.trustProxy),
    },
    metrics,
    log,
    guessing: {
      wrongKeys: (from: string) => people.throttles.wrongKey(from),
      refuse: (from: string) => people.throttles.refuseGuessers(from),
    },
    refusals: new RefusedRequests(config.trustProxy),
  };
  const app = buildApp({
    log,
    people,
    track: taking,
    otlp: {
      ...taking,
      limits: { ...taking.limits, maxBytes: config.maxOtlpBody },
    },
    refusals: taking.refusals,
    access,
    reading,
    storeSize,
    tail,
    ingest,
    pending,
    metrics,
    countedUpTo: () => readCounted(db, node),
    ownNode: () => ({ ...sign(), seenAt: Date.now(), isUp: true }),
    systemNow: () => {
      const layout = storing.layout();
      return {
        startedAt,
        node,
        store: {
          ...health(),
          kind: store.address.kind,
          restarts: store.restarts,
          layout: layout && describeLayout(layout),
        },
        metadata: metadata.address.kind,
        journal: { bytes: journal.waitingBytes, ...waits() },
        throughput: throughput.now(),
        lastHour: lastHour.read(),
        jobs: jobs.failing(),
        disk: { freeBytes: journal.knowsFreeBytes ? Math.max(0, journal.freeBytes) : null },
        memoryBytes: process.memoryUsage.rss(),
      };
    },
    statusNow: () => ({ store: health(), journal: { ...waits(), refusing: takesNothing() ?? null } }),
    notReady,
    takesNothing,
    failingJobs: () => jobs.failing(),
  });

  if (options.tracer) traceRequests(app.server, options.tracer);
  await app.listen({ host: config.host, port: config.port });
  url = localUrl(config.host, app.server.address());
  // No more is accepted, and what is in flight is finished.
  lifecycle.add(app, async () => {
    // They never finish by themselves.
    tail.close();
    app.server.closeIdleConnections();
    // A client that never finishes its request must not keep the server up.
    const impatient = setTimeout(() => app.server.closeAllConnections(), lifecycle.deadline - Date.now());
    await app.close();
    clearTimeout(impatient);
  });
  return url;
}

function startIngest(lifecycle: Lifecycle, { config, metadata, storing }: Options): TelemetryIngest {
  const { db, access } = metadata;
  const { journal, pending, duplicates } = storing;
  const keyUses = new Map<string, number>();
  const writeUses = () => writeKeyUses(db, keyUses);
  lifecycle.add(keyUses, writeUses);
  lifecycle.every(WRITE_KEY_USES_MS, 'key-uses', writeUses);
  return {
    credentials: new Credentials({ current: () => access.applications(), changes: () => access.changes() }),
    limiter: new RateLimiter(),
    payloadParser: lifecycle.add(new PayloadParser(), (it) => it.close()),
    telemetryParser: lifecycle.add(new TelemetryParser(config.maxBody), (it) => it.close()),
    duplicates,
    recentCalls: new RecentCalls(),
    pending,
    append: (frame) => journal.append(frame),
    keyUses,
    now: Date.now,
  };
}

function localUrl(host: string, address: string | AddressInfo | null): string {
  const port = typeof address === 'object' && address ? address.port : 0;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

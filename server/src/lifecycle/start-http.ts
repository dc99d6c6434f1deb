/** Starts the HTTP server: `/track` and OTLP, the API, and the console. */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { writeKeyUses } from '../accounts/keys/write-key-uses.ts';
import { ScoreKinds } from '../accounts/scores/score-kinds.ts';
import { serverSecret } from '../accounts/server-secret.ts';
import { buildApp } from '../app.ts';
import { StaleCache } from '../base/stale-cache.ts';
import { readCounted } from '../cluster/ledger.ts';
import type { Config } from '../config.ts';
import { clientAddress } from '../http/client-address.ts';
import { createMail } from '../http/people/mail.ts';
import { PeopleContext } from '../http/people/people-context.ts';
import { Uploads } from '../http/raw/uploads.ts';
import { RefusedRequests } from '../http/refusals/refused-requests.ts';
import type { TailHub } from '../http/tail/tail-hub.ts';
import { Arrivals } from '../ingest/arrivals.ts';
import { Credentials } from '../ingest/credentials.ts';
import { FeedbackLimits } from '../ingest/feedback.ts';
import { PayloadParser } from '../ingest/payload-parser.ts';
import { RateLimiter } from '../ingest/rate-limiter.ts';
import type { ScoreIngest } from '../ingest/take-scores.ts';
import type { Jobs } from '../monitoring/jobs.ts';
import type { ServerStatus } from '../monitoring/server-status.ts';
import { type Tracer, traceRequests } from '../monitoring/tracing.ts';
import type { Notifications } from '../notify/notifications.ts';
import { RecentCalls } from '../otel/intake/recent-calls.ts';
import type { TelemetryIngest } from '../otel/intake/telemetry-ingest.ts';
import { TelemetryParser } from '../otel/intake/telemetry-parser.ts';
import { type Reading, SERVER } from '../reading/reading.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { IngestPipeline } from './start-ingest-pipeline.ts';
import type { RunningMetadata } from './start-metadata.ts';

/** How long the last uses of keys stay in memory before they are written. */
const WRITE_KEY_USES_MS = 5000;
/** How often the store's size is read, so that a recent one can be shown while the store is silent. */
const STORE_SIZE_MS = 30_000;
const STORE_SIZE_TIMEOUT_MS = 2000;
/** Memory for the bodies of all requests together. */
const BODY_BUDGET = 256 * 1024 * 1024;
/** A thousand scores, some of them with long comments. */
const MAX_SCORES_BYTES = 1024 * 1024;
/** A token, a value and a comment of any language. */
const MAX_FEEDBACK_BYTES = 64 * 1024;

type Options = {
  config: Config;
  log: Logger;
  jobs: Jobs;
  metadata: RunningMetadata;
  pipeline: IngestPipeline;
  status: ServerStatus;
  reading: Reading;
  tail: TailHub;
  tracer: Tracer | null;
  notifications: Notifications;
};

/** Returns the address it listens on. */
export async function startHttp(lifecycle: Lifecycle, options: Options): Promise<string> {
  const { config, log, jobs, metadata, pipeline, status, reading, tail } = options;
  const { db, access, node } = metadata;
  const { pending, metrics } = pipeline;
  const ingest = startIngest(lifecycle, options);
  const storeSize = new StaleCache(() => reading.lookUp(SERVER, 'storeSize', null));
  lifecycle.every(STORE_SIZE_MS, 'store-size', async () => {
    if (status.storeHealth().state === 'up') await storeSize.get(STORE_SIZE_TIMEOUT_MS);
  });

  let url = '';
  const people = new PeopleContext({
    db,
    secret: config.secret ?? (await serverSecret(db)),
    config,
    mail: createMail(config.mail, log, jobs),
    log,
    listensAt: () => url,
  });
  const refusals = new RefusedRequests(config.trustProxy);
  const { track, otlp, scores, feedback } = receivers(config, {
    ingest,
    metrics,
    log,
    guessing: {
      wrongKeys: (from: string) => people.throttles.wrongKey(from),
      refuse: (from: string) => people.throttles.refuseGuessers(from),
    },
    refusals,
  });
  const app = buildApp({
    log,
    people,
    track,
    otlp,
    scores: { ...scores, token: (secret) => access.token(secret) },
    feedback: { ...feedback, tokens: new FeedbackLimits() },
    refusals,
    access,
    reading,
    storeSize,
    tail,
    ingest,
    pending,
    metrics,
    status,
    notifications: options.notifications,
    countedUpTo: () => readCounted(db, node),
  });

  if (options.tracer) traceRequests(app.server, options.tracer);
  await app.listen({ host: config.host, port: config.port });
  url = localUrl(config.host, app.server.address());
  lifecycle.add(app, async () => {
    // Live tails never end by themselves.
    tail.close();
    app.server.closeIdleConnections();
    // A client that never finishes its request must not keep the server up.
    const closing = setTimeout(() => app.server.closeAllConnections(), lifecycle.deadline - Date.now());
    await app.close();
    clearTimeout(closing);
  });
  return url;
}

/** `/track`, OTLP and scores: the same way in, with body limits of their own and one budget for all. */
function receivers<T extends object>(config: Config, shared: T) {
  const largest = Math.max(config.maxBody, config.maxOtlpBody);
  const limits = {
    uploads: new Uploads({ bytes: Math.max(BODY_BUDGET, largest * 4) }),
    addressOf: (request: IncomingMessage) => clientAddress(request, config.trustProxy),
  };
  return {
    track: { ...shared, limits: { ...limits, maxBytes: config.maxBody } },
    otlp: { ...shared, limits: { ...limits, maxBytes: config.maxOtlpBody } },
    scores: { ...shared, limits: { ...limits, maxBytes: MAX_SCORES_BYTES } },
    feedback: { ...shared, limits: { ...limits, maxBytes: MAX_FEEDBACK_BYTES } },
  };
}

function startIngest(
  lifecycle: Lifecycle,
  { config, metadata, pipeline }: Options,
): TelemetryIngest & ScoreIngest {
  const { db, access } = metadata;
  const { journal, pending, duplicates } = pipeline;
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
    scoreKinds: new ScoreKinds(db),
    pending,
    append: (frame) => journal.append(frame),
    keyUses,
    arrivals: new Arrivals(),
    now: Date.now,
  };
}

function localUrl(host: string, address: string | AddressInfo | null): string {
  const port = typeof address === 'object' && address ? address.port : 0;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Starts what watches the server: the store's heartbeat, the counters, the node's own heartbeat, the last backup. */
import { type BackupMade, lastBackup } from '../cluster/backups.ts';
import { sendHeartbeat } from '../cluster/nodes.ts';
import type { Jobs } from '../monitoring/jobs.ts';
import { ServerStatus } from '../monitoring/server-status.ts';
import { StoreHeartbeat } from '../monitoring/store-heartbeat.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { IngestPipeline } from './start-ingest-pipeline.ts';
import type { RunningMetadata } from './start-metadata.ts';
import type { RunningStore } from './start-store.ts';
import { watchEngine } from './watch-engine.ts';

/** How often a node tells the others that it is up. */
const NODE_HEARTBEAT_MS = 2000;
/** How often the counters are sampled for throughput and the last hour. */
const SAMPLE_MS = 1000;
const STORE_HEARTBEAT_MS = 2000;
/** Backups are made by another process, so the newest one is looked up. */
const BACKUP_LOOKUP_MS = 60_000;

type Options = {
  jobs: Jobs;
  metadata: RunningMetadata;
  store: RunningStore;
  pipeline: IngestPipeline;
  isStopping: () => boolean;
};

export async function startMonitoring(
  lifecycle: Lifecycle,
  { jobs, metadata, store, pipeline, isStopping }: Options,
): Promise<ServerStatus> {
  const { db, node } = metadata;
  const heartbeat = StoreHeartbeat.of(store.address);
  const status = new ServerStatus({
    node,
    pipeline,
    jobs,
    heartbeat,
    store: { kind: store.address.kind, restarts: store.restarts },
    metadata: metadata.address.kind,
    isStopping,
  });
  // SQLite serves one node only, so there is no other to tell.
  if (metadata.address.kind === 'postgres') {
    const tellOthers = () => sendHeartbeat(db, status.nodeHeartbeat());
    await tellOthers();
    lifecycle.every(NODE_HEARTBEAT_MS, 'nodes', tellOthers);
  }
  lifecycle.every(SAMPLE_MS, 'figures', () => status.sample());
  lifecycle.every(STORE_HEARTBEAT_MS, 'pulse', () => heartbeat.look(), { now: true });
  if (store.engine) lifecycle.every(STORE_HEARTBEAT_MS, 'engine-watch', watchEngine(store.engine, heartbeat));
  // Added after the job so that it is closed first; a pending ping then fails at once.
  lifecycle.add(heartbeat, (it) => it.close());

  let backup: BackupMade | null = null;
  const lookUpBackup = async () => {
    backup = await lastBackup(db);
  };
  lifecycle.every(BACKUP_LOOKUP_MS, 'backup', lookUpBackup, { now: true });

  const { metrics } = pipeline;
  metrics.showJobs(() => status.failingJobs());
  metrics.showReadiness(() => status.notReady() === undefined);
  metrics.showBackup(() => backup?.finishedAt ?? null);
  return status;
}

/** Detects the layout of a ClickHouse server. */
import { ClickHouseError } from '@clickhouse/client';
import { z } from 'zod';
import type { StoreClient } from '../failover.ts';
import { type Layout, SINGLE, shardsIn } from './layout.ts';

/** A cluster that cannot hold the tables; the message says what to change. */
export class UnusableCluster extends Error {}

export type Wanted = {
  database: string;
  /** A name of `system.clusters`; null when none is configured. */
  cluster: string | null;
  /** The number of configured servers. */
  servers: number;
};

export async function detectLayout(client: StoreClient, wanted: Wanted): Promise<Layout> {
  const { database, cluster } = wanted;
  const replicates = (await engineOf(client, database)) === 'Replicated';
  if (cluster === null && !replicates) return SINGLE;
  // In ClickHouse Cloud, every server has all rows, and tables replicate by themselves.
  if (await isCloud(client)) return SINGLE;
  // A replicated database is also a cluster of the same name.
  const name = cluster ?? database;
  const nodes = await nodesOf(client, name);
  if (nodes.length === 0) throw new UnusableCluster(await noSuchCluster(client, name));
  const hasReplicas = nodes.some(({ replica_num }) => replica_num > 1);
  if (hasReplicas && nodes.some(({ internal_replication }) => internal_replication === 0)) {
    throw new UnusableCluster(
      `The cluster ${name} has shards without internal_replication: set it to true for each of them, or rows would be written to every replica and replicated as well.`,
    );
  }
  const now = new Set(nodes.map(({ shard_num }) => shard_num)).size;
  const shards = (await shardsThen(client, database)) ?? now;
  const layout = { cluster: name, database, shards, unchanged: shards === now };
  if (replicates) return { kind: 'replicated-database', ...layout };
  if (await hasKeeper(client)) return { kind: 'cluster', ...layout };
  if (hasReplicas) {
    throw new UnusableCluster(
      `The cluster ${name} has replicas, but no Keeper by which they could tell each other what they have: configure Keeper (or ZooKeeper), or one server for each shard.`,
    );
  }
  if (nodes.length !== wanted.servers) {
    throw new UnusableCluster(
      `The cluster ${name} has ${nodes.length} servers and no Keeper, so that tables are made on each of them: PARLEY_CLICKHOUSE_URL must name all ${nodes.length}, separated by commas, not ${wanted.servers}.`,
    );
  }
  return { kind: 'shards', ...layout };
}

async function engineOf(client: StoreClient, database: string): Promise<string | null> {
  const [row] = await ask(
    client,
    z.object({ engine: z.string() }),
    'SELECT engine FROM system.databases WHERE name = {name:String}',
    { name: database },
  );
  return row?.engine ?? null;
}

async function isCloud(client: StoreClient): Promise<boolean> {
  const rows = await ask(
    client,
    z.unknown(),
    "SELECT 1 FROM system.settings WHERE name = 'cloud_mode' AND value IN ('1', 'true')",
  );
  return rows.length > 0;
}

function nodesOf(client: StoreClient, name: string) {
  return ask(
    client,
    z.object({ shard_num: z.number(), replica_num: z.number(), internal_replication: z.number() }),
    `SELECT shard_num, replica_num, toUInt8(internal_replication) AS internal_replication
     FROM system.clusters WHERE cluster = {name:String}`,
    { name },
  );
}

/** The number of shards when the tables were created; null while there are none. */
async function shardsThen(client: StoreClient, database: string): Promise<number | null> {
  const [row] = await ask(
    client,
    z.object({ comment: z.string() }),
    "SELECT comment FROM system.tables WHERE database = {name:String} AND name = 'interactions'",
    { name: database },
  );
  return row ? shardsIn(row.comment) : null;
}

async function noSuchCluster(client: StoreClient, name: string): Promise<string> {
  const rows = await ask(
    client,
    z.object({ cluster: z.string() }),
    'SELECT DISTINCT cluster FROM system.clusters ORDER BY cluster LIMIT 20',
  );
  const known = rows.map(({ cluster }) => cluster).join(', ') || 'none';
  return `ClickHouse knows no cluster ${name} (PARLEY_CLICKHOUSE_CLUSTER); it knows: ${known}.`;
}

/** UNKNOWN_TABLE and NO_ELEMENTS_IN_CONFIG. A Keeper that is briefly unreachable still counts. */
const WITHOUT_KEEPER = new Set(['60', '139']);

async function hasKeeper(client: StoreClient): Promise<boolean> {
  try {
    await ask(client, z.unknown(), "SELECT 1 FROM system.zookeeper WHERE path = '/' LIMIT 1");
    return true;
  } catch (error) {
    if (error instanceof ClickHouseError && WITHOUT_KEEPER.has(error.code)) return false;
    throw error;
  }
}

/** Timeout; the next query detects again. */
const TIMEOUT_MS = 20_000;

async function ask<T extends z.ZodType>(
  client: StoreClient,
  row: T,
  query: string,
  query_params: Record<string, string> = {},
): Promise<z.output<T>[]> {
  const abort_signal = AbortSignal.timeout(TIMEOUT_MS);
  const result = await client.query({ query, query_params, format: 'JSONEachRow', abort_signal });
  return z.array(row).parse(await result.json());
}

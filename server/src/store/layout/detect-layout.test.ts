/**
 * The layout that is detected from the answers of fake servers; `server/test/store-contract.test.ts` has real
 * ones.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClickHouseError } from '@clickhouse/client';
import type { StoreClient } from '../failover.ts';
import { detectLayout, UnusableCluster, type Wanted } from './detect-layout.ts';
import { describeLayout, explain } from './layout.ts';
import { dialectOf } from './sql-dialect.ts';
import { statementsFor } from './statements.ts';

type Said = {
  engine?: string;
  cloud?: boolean;
  nodes?: { shard_num: number; replica_num: number; internal_replication: number }[];
  comment?: string;
  keeper?: boolean | 'away';
};

/** A fake server that answers the detection queries. */
function serverThatSays({
  engine = 'Atomic',
  cloud = false,
  nodes = [],
  comment,
  keeper = false,
}: Said): StoreClient {
  const answer = (query: string): unknown[] => {
    if (query.includes('system.databases')) return [{ engine }];
    if (query.includes('system.tables')) return comment === undefined ? [] : [{ comment }];
    if (query.includes('system.settings')) return cloud ? [{ 1: 1 }] : [];
    if (query.includes('DISTINCT cluster')) return [{ cluster: 'default' }, { cluster: 'other' }];
    if (query.includes('system.clusters')) return nodes;
    if (keeper === 'away') throw failure('999');
    if (!keeper) throw failure('60');
    return [{ 1: 1 }];
  };
  const query = async ({ query }: { query: string }) => {
    const rows = answer(query);
    return { json: async () => rows };
  };
  return { query } as unknown as StoreClient;
}

const failure = (code: string) => new ClickHouseError({ message: 'no', code, type: 'NO' });
const shard = (shard_num: number) => ({ shard_num, replica_num: 1, internal_replication: 0 });
const replicas = [1, 2].map((replica_num) => ({ shard_num: 1, replica_num, internal_replication: 1 }));

const wanted = (changes: Partial<Wanted> = {}): Wanted => ({
  database: 'parley',
  cluster: 'logs',
  servers: 2,
  ...changes,
});

test('without a cluster, the layout is single, as it is on ClickHouse Cloud', async () => {
  const single = { kind: 'single' };
  assert.deepEqual(await detectLayout(serverThatSays({}), wanted({ cluster: null })), single);
  const cloud = serverThatSays({ engine: 'Replicated', cloud: true });
  assert.deepEqual(await detectLayout(cloud, wanted({ cluster: null })), single);
});

test('a cluster without Keeper is sharded, and one with Keeper is replicated', async () => {
  const sharded = { cluster: 'logs', database: 'parley', unchanged: true };
  const shards = serverThatSays({ nodes: [1, 2].map(shard) });
  assert.deepEqual(await detectLayout(shards, wanted()), { kind: 'shards', ...sharded, shards: 2 });
  const cluster = serverThatSays({ nodes: replicas, keeper: true });
  assert.deepEqual(await detectLayout(cluster, wanted({ servers: 1 })), {
    kind: 'cluster',
    ...sharded,
    shards: 1,
  });
});

test('a Replicated database is a cluster of its own name, unless another one is given', async () => {
  const server = serverThatSays({ engine: 'Replicated', nodes: replicas, keeper: true });
  const kind = 'replicated-database';
  const alone = { database: 'parley', shards: 1, unchanged: true };
  assert.deepEqual(await detectLayout(server, wanted({ cluster: null })), {
    kind,
    cluster: 'parley',
    ...alone,
  });
  assert.deepEqual(await detectLayout(server, wanted()), { kind, cluster: 'logs', ...alone });
});

test('an unusable cluster is refused with a message that says what to change', async () => {
  const unreplicated = replicas.map((node) => ({ ...node, internal_replication: 0 }));
  const cases: [Said, RegExp][] = [
    [{ nodes: [] }, /knows no cluster logs .* it knows: default, other\.$/],
    [{ nodes: unreplicated, keeper: true }, /internal_replication: set it to true/],
    [{ nodes: replicas }, /has replicas, but no Keeper/],
    [{ nodes: [1, 2, 3].map(shard) }, /must name all 3, separated by commas, not 2\.$/],
  ];
  for (const [said, message] of cases) {
    await assert.rejects(detectLayout(serverThatSays(said), wanted()), (error) => {
      assert.ok(error instanceof UnusableCluster);
      assert.match(error.message, message);
      return true;
    });
  }
});

test('a changed number of shards is detected by the comment of the tables', async () => {
  const nodes = [1, 2, 3].map(shard);
  const grown = await detectLayout(
    serverThatSays({ nodes, comment: 'made for 2 shards' }),
    wanted({ servers: 3 }),
  );
  assert.ok(grown.kind === 'shards' && grown.shards === 2 && !grown.unchanged);
  assert.match(explain(grown), /had 2 shards when the tables were made/);
  assert.deepEqual(describeLayout(grown), { kind: 'shards', shards: 2, shardsChanged: true });
  const { sharded, selectSettings } = dialectOf(grown);
  assert.deepEqual([sharded, selectSettings.distributed_product_mode], [false, 'global']);
  const [, over = ''] = statementsFor(grown, 'ALTER TABLE interactions ADD COLUMN x String');
  assert.match(over, /COMMENT 'made for 2 shards'$/, 'the comment is kept');
});

test('a Keeper that is down is not mistaken for a missing one', async () => {
  await assert.rejects(detectLayout(serverThatSays({ nodes: [1, 2].map(shard), keeper: 'away' }), wanted()), {
    code: '999',
  });
});

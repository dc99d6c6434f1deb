import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MIGRATIONS } from '../migrations/migrations.ts';
import { SCHEMA } from '../migrations/schema.ts';
import { type ShardedLayout, SINGLE } from './layout.ts';
import { everywhere, statementsFor } from './statements.ts';

const layout = (kind: ShardedLayout['kind']): ShardedLayout => ({
  kind,
  cluster: 'logs',
  database: 'parley',
  shards: 2,
  unchanged: true,
});
const KINDS = ['shards', 'cluster', 'replicated-database'] as const;

const TABLE = `CREATE TABLE IF NOT EXISTS rejections (id UUID)
  ENGINE = ReplacingMergeTree(version) ORDER BY id
  SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1`;
const PLAIN_TABLE = `CREATE TABLE IF NOT EXISTS interactions (id UUID) ENGINE = MergeTree ORDER BY id
  SETTINGS non_replicated_deduplication_window = 10000`;

const firstLine = (sql: string | undefined) => sql?.replace(/\s+/g, ' ');

test('a single server runs statements unchanged', () => {
  for (const statement of [...SCHEMA, ...MIGRATIONS.flatMap((step) => step()), 'ANYTHING ELSE']) {
    assert.deepEqual(statementsFor(SINGLE, statement), [statement]);
    assert.equal(everywhere(SINGLE, statement), statement);
  }
});

test('shards have local tables and a Distributed table with a sharding key', () => {
  const [local, over, ...others] = statementsFor(layout('shards'), PLAIN_TABLE).map(firstLine);
  assert.match(
    local ?? '',
    /^CREATE TABLE IF NOT EXISTS `parley`\.interactions_local \(id UUID\) ENGINE = MergeTree /,
  );
  assert.match(local ?? '', /non_replicated_deduplication_window = 10000$/);
  assert.equal(
    over,
    "CREATE OR REPLACE TABLE `parley`.interactions AS `parley`.interactions_local ENGINE = Distributed('logs', 'parley', 'interactions_local', cityHash64(app_id, if(empty(session), toString(id), session))) COMMENT 'made for 2 shards'",
  );
  assert.deepEqual(others, []);
});

test('a cluster has replicated tables with a path in Keeper, created on all nodes', () => {
  const [local, over] = statementsFor(layout('cluster'), TABLE)
    .map((statement) => everywhere(layout('cluster'), statement))
    .map(firstLine);
  assert.match(
    local ?? '',
    /^CREATE TABLE IF NOT EXISTS `parley`\.rejections_local ON CLUSTER 'logs' \(id UUID\)/,
  );
  assert.ok(
    local?.includes(
      "ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/parley/rejections_local', '{replica}', version)",
    ),
  );
  assert.ok(
    local?.includes(
      'replicated_deduplication_window = 100000, replicated_deduplication_window_seconds = 604800, fsync_after_insert = 1',
    ),
  );
  assert.match(
    over ?? '',
    /^CREATE OR REPLACE TABLE `parley`\.rejections ON CLUSTER 'logs' AS .*, cityHash64\(app_id\)\) COMMENT '[^']+'$/,
  );
});

test('a Replicated database needs neither Keeper paths nor ON CLUSTER', () => {
  const replicated = layout('replicated-database');
  const all = [TABLE, PLAIN_TABLE].flatMap((table) => statementsFor(replicated, table));
  for (const statement of all) assert.doesNotMatch(everywhere(replicated, statement), /ON CLUSTER|\{shard\}/);
  assert.match(all[0] ?? '', /ENGINE = ReplicatedReplacingMergeTree\(version\)/);
  assert.match(all[2] ?? '', /ENGINE = ReplicatedMergeTree ORDER/);
});

test('a column is added to the local tables before the Distributed table is replaced', () => {
  const added = 'ALTER TABLE interactions ADD COLUMN IF NOT EXISTS x String SETTINGS alter_sync = 2';
  const [local, over] = statementsFor(layout('shards'), added);
  assert.equal(local, 'ALTER TABLE `parley`.interactions_local ADD COLUMN IF NOT EXISTS x String');
  assert.match(over ?? '', /^CREATE OR REPLACE TABLE `parley`\.interactions AS/);
  const rows = statementsFor(layout('shards'), 'ALTER TABLE interactions MATERIALIZE INDEX words');
  assert.deepEqual(rows, ['ALTER TABLE `parley`.interactions_local MATERIALIZE INDEX words']);
});

test('every migration can run on shards, and alters only local tables', () => {
  for (const kind of KINDS) {
    for (const statement of [...SCHEMA, ...MIGRATIONS.flatMap((step) => step())]) {
      const [local, ...over] = statementsFor(layout(kind), statement);
      assert.match(local ?? '', /^(?:CREATE TABLE IF NOT EXISTS|ALTER TABLE) `parley`\.\w+_local\b/);
      assert.ok(over.every((each) => each.startsWith('CREATE OR REPLACE TABLE')));
    }
  }
  assert.throws(() => statementsFor(layout('shards'), 'DROP TABLE interactions'), /cannot be put on shards/);
});

test('a mutation is killed on every node, even in a Replicated database', () => {
  const kill = "KILL MUTATION WHERE mutation_id = '1'";
  const passed = "KILL MUTATION ON CLUSTER 'logs' WHERE mutation_id = '1'";
  assert.equal(everywhere(layout('shards'), kill), kill);
  assert.equal(everywhere(layout('cluster'), kill), passed);
  assert.equal(everywhere(layout('replicated-database'), kill), passed);
});

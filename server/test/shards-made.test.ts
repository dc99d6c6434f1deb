/**
 * Creation of a cluster's tables, with fake servers that record the statements and respond as a cluster
 * would. Real nodes are tested in `store-contract.test.ts`.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { storeSteps } from '../src/cluster/store-steps.ts';
import { withLease } from '../src/cluster/with-lease.ts';
import type { StoreAddress } from '../src/store/client.ts';
import { UnusableCluster } from '../src/store/layout/detect-layout.ts';
import { SHARDING_KEYS } from '../src/store/layout/layout.ts';
import { MIGRATIONS, migrateStore, type Shared } from '../src/store/migrations/migrations.ts';
import { Store } from '../src/store/store.ts';
import { listen } from './support/listen.ts';
import { testMetadata } from './support/metadata.ts';

type Statement = { sql: string; settings: URLSearchParams };
type Cluster = { keeper: boolean; hasTables: boolean; failures: string[] };

/** Of each node: the local ones and those over them. */
const TABLES = 2 * Object.keys(SHARDING_KEYS).length;

/** A server of a cluster of two; `failures` are the error codes of its next responses. */
async function door(test: TestContext, cluster: Cluster) {
  const statements: Statement[] = [];
  const server = createServer(async (request, response) => {
    const { searchParams, pathname } = new URL(request.url ?? '/', 'http://server');
    if (pathname === '/ping') return response.end('Ok.\n');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const sql = `${searchParams.get('query') ?? ''}${Buffer.concat(chunks)}`;
    const rows = asked(sql, cluster);
    const code = rows === 'no table' ? '60' : rows ? undefined : cluster.failures.shift();
    if (code) {
      response.writeHead(500, { 'X-ClickHouse-Exception-Code': code });
      return response.end(`Code: ${code}. DB::Exception: Not now. (NOT_NOW) (version 26)\n`);
    }
    if (!rows) statements.push({ sql: sql.replace(/\s+/g, ' '), settings: searchParams });
    return response.end(Array.isArray(rows) ? rows.map((row) => `${JSON.stringify(row)}\n`).join('') : '');
  });
  return { statements, url: `http://127.0.0.1:${await listen(test, server)}/log` };
}

/** Null for a statement. */
function asked(sql: string, { keeper, hasTables }: Cluster): object[] | 'no table' | null {
  if (!/^\s*SELECT/.test(sql)) return null;
  if (sql.includes('system.databases')) return [{ engine: 'Atomic' }];
  if (sql.includes('system.zookeeper')) return keeper ? [{ 1: 1 }] : 'no table';
  if (sql.includes('system.columns')) return [{ nodes: 2, tables: 2 * TABLES, versions: TABLES }];
  if (sql.includes('system.tables')) return hasTables ? [{ comment: 'made for 2 shards' }] : [];
  if (sql.includes('FROM interactions')) return [];
  const replicas = keeper ? [1, 2] : [1, 1];
  if (sql.includes('system.clusters'))
    return replicas.map((replica_num, i) => ({
      shard_num: keeper ? 1 : i + 1,
      replica_num,
      internal_replication: 1,
    }));
  return [];
}

async function sharedBy(test: TestContext): Promise<Shared> {
  const { db } = await testMetadata(test);
  return { done: storeSteps(db, 'logs/log'), alone: (work) => withLease(db, 'tables', 'node', work) };
}

describe('the tables of a cluster', () => {
  it('are created once on each server if there is no Keeper', async (test) => {
    const cluster = { keeper: false, hasTables: false, failures: [] };
    const doors = [await door(test, cluster), await door(test, cluster)];
    const address: StoreAddress = {
      kind: 'remote',
      url: doors.map(({ url }) => url).join(','),
      cluster: 'logs',
    };
    const shared = await sharedBy(test);
    assert.equal((await migrateStore(address, MIGRATIONS, shared)).kind, 'shards');
    for (const { statements } of doors) {
      assert.deepEqual(
        statements.map(({ sql }) => /^[A-Z ]+ \S+/.exec(sql)?.[0]),
        [
          'CREATE DATABASE IF NOT EXISTS `log`',
          'CREATE TABLE IF NOT EXISTS `log`.interactions_local',
          'CREATE OR REPLACE TABLE `log`.interactions',
          'CREATE TABLE IF NOT EXISTS `log`.rejections_local',
          'CREATE OR REPLACE TABLE `log`.rejections',
          'CREATE TABLE IF NOT EXISTS `log`.outlines_local',
          'CREATE OR REPLACE TABLE `log`.outlines',
          'CREATE TABLE IF NOT EXISTS `log`.scores_local',
          'CREATE OR REPLACE TABLE `log`.scores',
          'ALTER TABLE `log`.interactions_local',
        ],
      );
    }
    assert.equal((await shared.done.read()).size, MIGRATIONS.length);
    cluster.hasTables = true;
    await migrateStore(address, MIGRATIONS, shared);
    assert.equal(doors[0]?.statements.length, 11, 'only the database statement is repeated');
    cluster.hasTables = false;
    await migrateStore(address, MIGRATIONS, shared);
    assert.equal(doors[0]?.statements.length, 21, 'a new cluster gets its tables, whatever another one had');
  });

  it('are created through one server if there is Keeper, with retries on conflicts', async (test) => {
    const cluster = { keeper: true, hasTables: false, failures: ['517', '159', '999'] };
    const { statements, url } = await door(test, cluster);
    const address: StoreAddress = { kind: 'remote', url, cluster: 'logs' };
    assert.equal((await migrateStore(address, MIGRATIONS, await sharedBy(test))).kind, 'cluster');
    assert.equal(statements.length, 10);
    for (const { sql, settings } of statements) {
      assert.match(sql, / ON CLUSTER 'logs'/);
      assert.equal(settings.get('distributed_ddl_output_mode'), 'null_status_on_timeout');
    }
  });

  it('are not created after a permanent error', async (test) => {
    const { statements, url } = await door(test, { keeper: true, hasTables: false, failures: ['497'] });
    const address: StoreAddress = { kind: 'remote', url, cluster: 'logs' };
    await assert.rejects(migrateStore(address, MIGRATIONS, await sharedBy(test)), { code: '497' });
    assert.equal(statements.length, 0);
  });

  it('are not created by a server with local metadata', async (test) => {
    const { url } = await door(test, { keeper: true, hasTables: false, failures: [] });
    const address: StoreAddress = { kind: 'remote', url, cluster: 'logs' };
    await assert.rejects(migrateStore(address), (error) => {
      assert.ok(error instanceof UnusableCluster);
      assert.match(error.message, /set PARLEY_DATABASE_URL\.$/);
      return true;
    });
  });

  it('receive a batch as one block with one token, acknowledged once the shards have it', async (test) => {
    const { statements, url } = await door(test, { keeper: true, hasTables: true, failures: [] });
    const store = new Store({ kind: 'remote', url, cluster: 'logs', quorum: 'auto' });
    test.after(() => store.close());
    const rejection = { id: crypto.randomUUID(), appId: 'a', receivedAt: 0, issues: '[]', payload: '' };
    await store.insertRejections([{ ...rejection, replayedAs: '', version: 1 }], 'token');
    const [insert = assert.fail('nothing was inserted')] = statements;
    assert.match(insert.sql, /^INSERT INTO rejections /);
    for (const [name, value] of Object.entries({
      insert_deduplication_token: 'token',
      distributed_foreground_insert: '1',
      insert_distributed_timeout: '100',
      min_insert_block_size_rows: '1000000',
      min_insert_block_size_bytes: '0',
      insert_quorum: 'auto',
    })) {
      assert.equal(insert.settings.get(name), value, name);
    }
  });
});

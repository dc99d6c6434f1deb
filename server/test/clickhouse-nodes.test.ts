/**
 * Two real ClickHouse nodes without Keeper, as shards of one cluster: tables are made, batches are stored exactly
 * once, questions are answered as by one table, rows are rewritten and removed. Where no nodes can be started,
 * this says what was not tried.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  ListInteractionsQuery,
  ListSessionsQuery,
  ListUsersQuery,
  MEASURES,
  QueryBody,
} from '@parley/contract';
import { z } from 'zod';
import { getInteraction } from '../src/queries/get-interaction.ts';
import { getSession } from '../src/queries/get-session.ts';
import { getUser } from '../src/queries/get-user.ts';
import { listInteractions } from '../src/queries/list-interactions.ts';
import { listSessions } from '../src/queries/list-sessions.ts';
import { listUsers } from '../src/queries/list-users.ts';
import { runQuery } from '../src/queries/query/run.ts';
import { storeSize } from '../src/queries/store-size.ts';
import { unpricedModels } from '../src/queries/unpriced-models.ts';
import type { StoreAddress } from '../src/store/client.ts';
import { DerivedRows } from '../src/store/derived-rows.ts';
import { ALL_ROWS, ExpiredRows } from '../src/store/expired-rows.ts';
import { MIGRATIONS, migrateStore, type Shared } from '../src/store/migrations.ts';
import { connection, Store } from '../src/store/store.ts';
import { assertAlmostEqual } from './support/almost-equal.ts';
import { CLUSTER, type ClickHouseNode, missingForNodes, startNodes } from './support/clickhouse-nodes.ts';
import { randomRecords } from './support/random-records.ts';
import { testStore } from './support/test-store.ts';

const NOW = Date.parse('2026-03-30T12:00:00Z');
const DAY = 24 * 60 * 60_000;
const BOTH = ['app_a', 'app_b'] as const;

const missing = missingForNodes();
if (missing !== null) {
  process.stderr.write(
    `\nNOT TRIED on this machine: a ClickHouse cluster of real nodes (tables, batches exactly once over a node that dies,\nquestions, rewriting and removing rows), since ${missing}.\nOn Linux x64, "npm ci" installs what it takes.\n\n`,
  );
}

const records = randomRecords(300, 1, NOW);
const body = Buffer.from('{}');
const rows = records.map((record) => ({ record, request: body, response: body }));
const [first, second] = [rows.slice(0, 200), rows.slice(200)];

describe('two nodes as shards', { skip: missing ?? false }, () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  const test = { after: (clean: () => void | Promise<void>) => void cleanups.push(clean) };
  let nodes: ClickHouseNode[];
  let address: StoreAddress;
  let sharded: Store;
  let single: Store;

  before(async () => {
    nodes = await startNodes(test, 2);
    address = { kind: 'remote', url: nodes.map(({ url }) => url).join(','), cluster: CLUSTER };
    assert.equal((await migrateStore(address, MIGRATIONS, inMemory())).kind, 'shards');
    sharded = new Store(connection(address, 0));
    test.after(() => sharded.close());
    ({ store: single } = await testStore(test));
    for (const [name, part] of [first, second].entries())
      await single.insertInteractions(part, `batch ${name}`);
  });

  after(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });

  it('makes the tables twice without harm', async () => {
    await migrateStore(address, MIGRATIONS, inMemory());
  });

  it('stores a batch once, whichever node it is sent to again', async () => {
    await sharded.insertInteractions(first, 'batch 0');
    const swapped: StoreAddress = {
      ...address,
      kind: 'remote',
      url: nodes
        .map(({ url }) => url)
        .reverse()
        .join(','),
    };
    const other = new Store(swapped);
    await other.insertInteractions(first, 'batch 0');
    await other.close();
    assert.equal(await count(sharded), first.length);
    for (const { url } of nodes) {
      const alone = new Store({ kind: 'remote', url });
      const own = await alone.query(
        z.object({ rows: z.number() }),
        'SELECT count() AS rows FROM interactions_local',
      );
      assert.ok((own[0]?.rows ?? 0) > 0, 'rows are on every shard');
      await alone.close();
    }
  });

  it('stores nothing of a batch while a node is away, and all of it once it is back', async () => {
    await nodes[1]?.kill();
    await assert.rejects(sharded.insertInteractions(second, 'batch 1'));
    await assert.rejects(count(sharded), 'an answer without a shard would be wrong');
    await nodes[1]?.start();
    await sharded.insertInteractions(second, 'batch 1');
    assert.equal(await count(sharded), records.length);
  });

  it('answers as one table does', async () => {
    const id = records.find(({ session }) => session !== null)?.id ?? '';
    const questions: [string, (store: Store) => Promise<unknown>][] = [
      ['interactions', (store) => listInteractions(store, BOTH, ListInteractionsQuery.parse({ q: 'quick' }))],
      ['interaction', (store) => getInteraction(store, BOTH, id)],
      ['fingerprint', (store) => store.fingerprint(id, 10_000)],
      [
        'sessions',
        (store) => listSessions(store, BOTH, ListSessionsQuery.parse({ orderBy: 'costUsd' }), NOW),
      ],
      ['session', (store) => getSession(store, BOTH, id, { limit: 50 }, NOW)],
      [
        'users',
        (store) => listUsers(store, BOTH, ListUsersQuery.parse({ orderBy: 'interactions', limit: 3 })),
      ],
      ['user', (store) => getUser(store, BOTH, 'ann', NOW)],
      ['unpriced', (store) => unpricedModels(store, BOTH, {})],
      ['size', async (store) => (await storeSize(store))?.rows],
    ];
    for (const shape of [
      { measures: [...MEASURES] },
      { measures: [...MEASURES], dimensions: ['model'], bucket: 'week', compare: 'previous', limit: 2 },
      { measures: ['interactions', 'users'], dimensions: ['user'], limit: 2, others: true },
      {
        measures: ['sessions', 'latencyP90'],
        dimensions: ['format'],
        limit: 1,
        others: true,
        bucket: 'week',
      },
    ]) {
      const asked = QueryBody.parse(shape);
      questions.push([JSON.stringify(shape), (store) => runQuery(store, BOTH, asked, NOW)]);
    }
    for (const [what, ask] of questions) assertAlmostEqual(await ask(sharded), await ask(single), what);
  });

  it('rewrites rows on every shard, and removes them there', async () => {
    const derived = new DerivedRows(address);
    const some = records.slice(0, 50);
    await derived.rewrite(
      some.map(({ id, appId, requestedAt }) => ({
        id,
        appId,
        requestedAt: Date.parse(requestedAt),
        values: { model: 'rewritten' },
      })),
      ['model'],
    );
    await derived.close();
    assert.equal(await count(sharded, "model = 'rewritten'"), some.length);
    const expired = new ExpiredRows(address);
    const removed = await expired.remove(
      'interactions',
      new Map([['app_b', ALL_ROWS]]),
      AbortSignal.timeout(DAY / 24 / 60),
    );
    await expired.close();
    assert.equal(removed, records.filter(({ appId }) => appId === 'app_b').length);
    assert.equal(await count(sharded), records.length - removed);
  });
});

async function count(store: Store, where = 'true'): Promise<number> {
  const [row] = await store.query(
    z.object({ rows: z.number() }),
    `SELECT count() AS rows FROM interactions WHERE ${where}`,
  );
  return row?.rows ?? 0;
}

/** As if there were one server. */
function inMemory(): Shared {
  const done = new Set<number>();
  return {
    done: { read: async () => done, write: async (steps) => steps.forEach((step) => void done.add(step)) },
    alone: (work) => work(),
  };
}

/**
 * Every query of the API over random interactions, on one table and on two shards: the answers are equal. And
 * the engine can parse every statement of every layout.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  DIMENSIONS,
  ExplainBody,
  type Interaction,
  ListInteractionsQuery,
  ListLabelsQuery,
  ListSessionsQuery,
  ListUserNamesQuery,
  ListUsersQuery,
  MEASURES,
  QueryBody,
} from '@parley/contract';
import { randomNumbers } from '@parley/sample/random';
import { z } from 'zod';
import { MEASURE_SQL } from '../src/queries/analytics/measures.ts';
import { runQuery } from '../src/queries/analytics/run.ts';
import { derivedIds } from '../src/queries/derived-ids.ts';
import { explain } from '../src/queries/explain/explain.ts';
import { exportPages } from '../src/queries/export-pages.ts';
import type { ExportFilters } from '../src/queries/filters.ts';
import { getInteraction } from '../src/queries/get-interaction.ts';
import { getInteractionTurn } from '../src/queries/get-interaction-turn.ts';
import { getNeighbours } from '../src/queries/get-neighbours.ts';
import { getSession } from '../src/queries/get-session.ts';
import { getTrace } from '../src/queries/get-trace.ts';
import { getUser } from '../src/queries/get-user.ts';
import { listInteractions } from '../src/queries/list-interactions.ts';
import { listLabels } from '../src/queries/list-labels.ts';
import { listSessions } from '../src/queries/list-sessions.ts';
import { listUserNames } from '../src/queries/list-user-names.ts';
import { listUsers } from '../src/queries/list-users.ts';
import { newestStored } from '../src/queries/newest-stored.ts';
import { getRejection, listRejections } from '../src/queries/rejections.ts';
import { listScores } from '../src/queries/scores.ts';
import { storeSize } from '../src/queries/store-size.ts';
import { unpricedModels } from '../src/queries/unpriced-models.ts';
import { connect, type StoreAddress } from '../src/store/client.ts';
import type { ShardedLayout } from '../src/store/layout/layout.ts';
import { SHARDED_SETTINGS } from '../src/store/layout/nodes.ts';
import { render } from '../src/store/layout/sql.ts';
import { dialectOf } from '../src/store/layout/sql-dialect.ts';
import { everywhere, statementsFor } from '../src/store/layout/statements.ts';
import { MIGRATIONS } from '../src/store/migrations/migrations.ts';
import { SCHEMA } from '../src/store/migrations/schema.ts';
import { ADD_PROJECTIONS } from '../src/store/projections.ts';
import type { QueryParams } from '../src/store/query-params.ts';
import type { Store } from '../src/store/store.ts';
import { assertAlmostEqual } from './support/almost-equal.ts';
import { emulatedShards, type ShardedStore } from './support/emulated-shards.ts';
import { headOf, recordOf } from './support/interactions.ts';
import { randomRecords } from './support/random-records.ts';
import { testStore } from './support/test-store.ts';

const SEED = Number(process.env.PARLEY_TEST_SEED ?? 1);
const NOW = Date.parse('2026-03-30T12:00:00Z');
const DAY = 24 * 60 * 60_000;
const ONE = ['app_a'] as const;
const BOTH = ['app_a', 'app_b'] as const;

const LAYOUTS: readonly ShardedLayout[] = (['shards', 'cluster', 'replicated-database'] as const).map(
  (kind) => ({
    kind,
    cluster: "o'cluster",
    database: 'log',
    shards: 2,
    unchanged: true,
  }),
);

const records = randomRecords(300, SEED, NOW);
/** A search has to read more of a large interaction than lists show. */
const haystack = `${'hay '.repeat(20_000)} needle ${'hay '.repeat(20_000)}`;
const large: Interaction = {
  ...recordOf(headOf({ id: randomUUID(), appId: 'app_a', receivedAt: NOW })),
  input: [{ role: 'user', content: [{ type: 'text', text: haystack }] }],
  inputText: haystack,
};

describe(`layouts (seed ${SEED})`, () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  const test = { after: (clean: () => void | Promise<void>) => void cleanups.push(clean) };
  let single: Store;
  let address: StoreAddress;
  let sharded: ShardedStore;

  before(async () => {
    ({ store: single, address } = await testStore(test));
    const body = Buffer.from('{}');
    await single.insertInteractions(
      [...records, large].map((record) => ({ record, request: body, response: body })),
      'interactions',
    );
    const rejections = Array.from({ length: 40 }, (_, i) => ({
      id: randomUUID(),
      appId: BOTH[i % 2] ?? '',
      // Rejections of a month ago are removed.
      receivedAt: Date.now() - i * 1000,
      issues: '[]',
      payload: `payload ${i}`,
      replayedAs: '',
      version: 1,
    }));
    await single.insertRejections(rejections, 'rejections');
    const replayed = rejections.slice(0, 5).map((row) => ({ ...row, replayedAs: randomUUID(), version: 2 }));
    await single.insertRejections(replayed, 'replayed');
    const spans = Array.from({ length: 20 }, (_, i) => ({
      traceId: `trace ${i % 3}`,
      spanId: `span ${i}`,
      parentSpanId: i < 3 ? null : `span ${i - 3}`,
      name: `step ${i}`,
      kind: 'agent' as const,
      startedAt: NOW + i,
      endedAt: i % 5 === 0 ? null : NOW + 2 * i,
      failed: i % 4 === 0,
      appId: BOTH[i % 2] ?? '',
      receivedAt: Date.now(),
    }));
    await single.insertOutlines(spans, 'outlines');
    await single.insertOutlines(spans.slice(0, 10), 'outlines again');
    const scores = Array.from({ length: 30 }, (_, i) => ({
      id: randomUUID(),
      targetType: i % 3 === 0 ? ('session' as const) : ('interaction' as const),
      target: i % 3 === 0 ? `s${i % 5}` : (records[i]?.id ?? ''),
      name: 'stars',
      value: i % 6,
      comment: '',
      author: '',
      source: 'api' as const,
      at: NOW + i,
      version: String(NOW + i),
      appId: records[i]?.appId ?? '',
      receivedAt: NOW,
    }));
    await single.insertScores(scores, 'scores');
    await single.insertScores(
      scores.slice(0, 10).map((score) => ({ ...score, value: score.value + 1, version: String(NOW + 100) })),
      'newer scores',
    );
    sharded = await emulatedShards(test, address);
  });

  after(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });

  async function same<T>(what: string, ask: (store: Store) => Promise<T>): Promise<T> {
    const expected = await ask(single);
    assertAlmostEqual(await ask(sharded), expected, what);
    return expected;
  }

  /** All pages of a list. */
  async function samePages<T>(
    what: string,
    ask: (store: Store, cursor: string | undefined) => Promise<{ data: T[]; nextCursor: string | null }>,
  ): Promise<T[]> {
    const found: T[] = [];
    let cursor: string | undefined;
    do {
      const page = await same(`${what} behind ${cursor}`, (store) => ask(store, cursor));
      found.push(...page.data);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return found;
  }

  /** Lets the engine parse the statements without running them. */
  async function parsed(statements: readonly (readonly [sql: string, params: QueryParams])[]): Promise<void> {
    const client = connect(address);
    for (const [sql, query_params] of statements)
      await client.command({ query: `EXPLAIN AST ${sql}`, query_params });
    await client.close();
  }

  it('put rows on both shards, and each session on one', async () => {
    const rows = await sharded.query(
      z.object({ shards: z.number(), sessions: z.number(), split: z.number() }),
      `SELECT max(shards_of_all) AS shards, count() AS sessions, countIf(shards_of_one > 1) AS split FROM (
         SELECT uniqExact(_database) AS shards_of_one, (SELECT uniqExact(_database) FROM interactions) AS shards_of_all
         FROM interactions WHERE notEmpty(session) GROUP BY app_id, session)`,
    );
    assert.equal(rows[0]?.shards, 2);
    assert.ok((rows[0]?.sessions ?? 0) > 20);
    assert.equal(rows[0]?.split, 0);
  });

  it('list, search and return the same interactions', async () => {
    const filters: Partial<z.input<typeof ListInteractionsQuery>>[] = [
      {},
      { outcome: 'error', minLatencyMs: 200 },
      { q: 'größe quick' },
      { q: '"quick brown"', user: 'ann' },
      { session: 'long', from: NOW - 9 * DAY, to: NOW - DAY },
      { orderBy: 'costUsd', 'not.user': ['ann', ''], 'not.labels': { feature: 'search' } },
      { orderBy: 'latencyMs', order: 'asc', q: 'quick' },
    ];
    for (const filter of filters) {
      const found = await samePages(JSON.stringify(filter), (store, cursor) =>
        listInteractions(store, BOTH, ListInteractionsQuery.parse({ ...filter, limit: 120, cursor })),
      );
      assert.ok(found.length > 0, JSON.stringify(filter));
    }
    const [found] = (
      await same('large', (store) =>
        listInteractions(store, ONE, ListInteractionsQuery.parse({ q: 'needle' })),
      )
    ).data;
    assert.match(found?.highlights?.input?.text ?? '', /needle/);
    for (const { id } of records.slice(0, 5)) {
      await same(`interaction ${id}`, (store) => getInteraction(store, BOTH, id));
      await same(`fingerprint of ${id}`, (store) => store.fingerprint(id, 10_000));
    }
    assert.equal(await same('no interaction', (store) => getInteraction(store, BOTH, randomUUID())), null);
  });

  it('have the same sessions in every order', async () => {
    const queries: Partial<z.input<typeof ListSessionsQuery>>[] = [
      {},
      { orderBy: 'costUsd', limit: 40 },
      { orderBy: 'totalTokens', order: 'asc' },
      { orderBy: 'errors', state: 'ended' },
      { orderBy: 'interactions', user: 'ann', q: 'elbe' },
      { orderBy: 'startedAt', from: NOW - 10 * DAY },
    ];
    for (const query of queries) {
      const found = await samePages(JSON.stringify(query), (store, cursor) =>
        listSessions(store, BOTH, ListSessionsQuery.parse({ limit: 150, ...query, cursor }), NOW),
      );
      assert.ok(found.length > 0, JSON.stringify(query));
    }
    for (const { id } of records.filter(({ session }) => session !== null).slice(0, 2)) {
      const first = await same(`session of ${id}`, (store) => getSession(store, BOTH, id, { limit: 2 }, NOW));
      const cursor = first?.nextCursor ?? undefined;
      if (cursor) await same('its rest', (store) => getSession(store, BOTH, id, { limit: 500, cursor }, NOW));
    }
  });

  it('have the same users in every order', async () => {
    for (const orderBy of ['lastSeenAt', 'firstSeenAt', 'interactions', 'totalTokens', 'costUsd'] as const) {
      await samePages(orderBy, (store, cursor) =>
        listUsers(store, BOTH, ListUsersQuery.parse({ orderBy, limit: 120, cursor })),
      );
    }
    for (const query of [
      { identified: 'true', limit: 2, orderBy: 'interactions' },
      { q: 'elbe', from: NOW - 20 * DAY },
    ]) {
      await samePages(JSON.stringify(query), (store, cursor) =>
        listUsers(store, ONE, ListUsersQuery.parse({ ...query, cursor })),
      );
    }
    const unnamed = records.find(({ user, session }) => !user?.key && session);
    for (const key of ['ann', 'cy@example.com', unnamed?.id ?? '', 'nobody'])
      await same(`user ${key}`, (store) => getUser(store, BOTH, key, NOW));
  });

  const random = randomNumbers(SEED + 2);
  const NO_SESSIONS = MEASURES.filter((measure) => !MEASURE_SQL[measure].sessions);
  const groupings = [[], ...DIMENSIONS.map((name) => [name]), ['model', 'user']];
  for (const [i, dimensions] of groupings.entries()) {
    it(`measure the same by ${dimensions.join(' and ') || 'no dimension'}`, async () => {
      const shapes: Partial<z.input<typeof QueryBody>>[] = [
        { measures: [...MEASURES] },
        { measures: [...MEASURES], bucket: 'week', limit: 3, compare: 'previous' },
        { measures: [...NO_SESSIONS], bucket: 'day', timezone: 'Asia/Kolkata', limit: 2 },
        { measures: ['interactions', 'costUsd', 'errorRate'], bucket: 'week', compare: 'previous', limit: 2 },
        {
          measures: ['sessions', 'users', 'interactionsPerSession'],
          from: NOW - random.below(20 * DAY) - DAY,
          to: NOW - random.below(DAY),
          filters: random.pick([{ q: 'elbe' }, { outcome: 'ok' }, { user: ['ann', 'bob'] }]),
          order: 'asc',
        },
        ...(dimensions.length > 0
          ? [{ measures: ['sessions', 'latencyP90'] as const, limit: 2, others: true, orderBy: 'sessions' }]
          : []),
      ].map((shape) => ({ ...shape, dimensions }) as Partial<z.input<typeof QueryBody>>);
      // All shapes would take minutes: each run tries one, by its seed.
      const shape = shapes[(SEED + i) % shapes.length];
      const body = QueryBody.parse(shape);
      await same(JSON.stringify(shape), (store) => runQuery(store, BOTH, body, NOW));
    });
  }

  it('export, tail and count the same', async () => {
    const filters: ExportFilters[] = [
      {},
      { outcome: ['ok'], q: 'quick' },
      { 'not.model': ['m1', ''] },
      { id: records.slice(0, 40).map(({ id }) => id) },
    ];
    for (const filter of filters)
      await same('export', (store) => Array.fromAsync(exportPages(store, BOTH, filter)));
    await same('ids made of hashes', (store) => Array.fromAsync(derivedIds(store)));
    await same('tail', async (store) => {
      const newest = newestStored(store);
      const keys = await newest.keys(BOTH, NOW - DAY, null, 50);
      const behind = await newest.keys(BOTH, NOW - DAY, keys.at(-1) ?? null, 500);
      const fitting = await newest.fitting(BOTH, { outcome: ['ok'] }, NOW - DAY, NOW);
      const shown = await newest.records(BOTH, keys.slice(0, 5));
      return { keys, behind, fitting: [...fitting].sort(), shown: shown.map(({ id }) => id).sort() };
    });
    await same('users by name', (store) => listUsers(store, BOTH, ListUsersQuery.parse({ who: 'an' })));
    await same('names', (store) => listUserNames(store, BOTH, ListUserNamesQuery.parse({ who: 'an' })));
    const byCost = ListLabelsQuery.parse({ orderBy: 'costUsd', outcome: 'ok' });
    await same('labels', (store) => listLabels(store, BOTH, ListLabelsQuery.parse({}), NOW));
    await same('labels by cost', (store) => listLabels(store, BOTH, byCost, NOW));
    const named = QueryBody.parse({ measures: ['costUsd'], dimensions: ['user'], limit: 2, names: true });
    await same('users by cost', (store) => runQuery(store, BOTH, named, NOW));
    const byLabel = {
      measures: ['interactions'],
      dimensions: ['label.feature'],
      filters: { trace: ['t1', ''] },
    };
    await same('by label', (store) => runQuery(store, BOTH, QueryBody.parse(byLabel), NOW));
    for (const measure of ['costUsd', 'errorRate', 'latencyP95'] as const) {
      const body = ExplainBody.parse({ measure, from: NOW - 10 * DAY, to: NOW });
      await same(`explanation of ${measure}`, (store) => explain(store, BOTH, body, NOW));
    }
    await same('unpriced models', (store) => unpricedModels(store, BOTH, {}));
    const some = [...records.slice(0, 20).map(({ id }) => id), randomUUID()];
    await same('known ids', async (store) => [...(await store.existing(some))].sort());
    const receipts = records.slice(0, 9).map(({ id, appId, requestedAt, receivedAt }) => ({
      id,
      appId,
      requestedAt: Date.parse(requestedAt),
      receivedAt: Date.parse(receivedAt),
      node: 'node',
    }));
    const known = await same('receipts', async (store) => [...(await store.sameReceipts(receipts))].sort());
    assert.equal(known.length, 9);
    const size = await same('size', async (store) => (await storeSize(store))?.rows);
    assert.equal(size, records.length + 1);
  });

  it('have the same neighbours and turns of an interaction', async () => {
    for (const { id } of records.filter((_, i) => i % 30 === 0)) {
      await same('neighbours', (store) => getNeighbours(store, BOTH, id, { outcome: ['ok'] }));
      await same('turn', (store) => getInteractionTurn(store, BOTH, id));
    }
  });

  it('have the same rejections, each in its latest version', async () => {
    const found = await samePages('rejections', (store, cursor) =>
      listRejections(store, BOTH, { limit: 15, cursor }),
    );
    assert.equal(found.length, 40);
    assert.equal(found.filter(({ replayedAs }) => replayedAs !== null).length, 5);
    for (const { id } of found.slice(0, 3)) await same('rejection', (store) => getRejection(store, BOTH, id));
  });

  it('have the same scores, filter by them and measure them', async () => {
    const listed = await samePages('scores', (store, cursor) =>
      listScores(store, BOTH, { limit: 20, ...(cursor === undefined ? {} : { cursor }) }),
    );
    assert.equal(listed.length, 30);
    const query = ListInteractionsQuery.parse({ scores: { stars: { min: 3 } } });
    const found = await same('interactions by score', (store) => listInteractions(store, BOTH, query));
    assert.ok(found.data.length > 0);
    assert.ok(found.data.some(({ scores = [] }) => scores.length > 0));
    const range = { from: NOW - 3650 * 86_400_000, to: NOW + 86_400_000 };
    for (const measures of [
      ['score.stars.mean', 'score.stars.count'],
      ['sessions', 'score.stars.mean'],
    ]) {
      const body = QueryBody.parse({ measures, dimensions: ['score.stars'], ...range });
      const { rows } = await same(`${measures}`, (store) => runQuery(store, BOTH, body, NOW));
      assert.ok(rows.length > 1);
    }
  });

  it('have the same outlines of traces, each span once', async () => {
    const found = await same('trace', (store) => getTrace(store, BOTH, 'trace 1'));
    assert.equal(found.data.length, 7);
    const ofOne = await same('trace of one', (store) => getTrace(store, ONE, 'trace 1'));
    assert.ok(ofOne.data.length > 0 && ofOne.data.every(({ appId }) => appId === ONE[0]));
  });

  it('send a cluster only queries that the engine can parse', async () => {
    assert.ok(sharded.asked.length > 100);
    const dialects = LAYOUTS.map((layout) => dialectOf(layout));
    const distinct = new Map(
      dialects.flatMap((dialect) =>
        sharded.asked.map(([statement, params]) => [render(statement, dialect), params] as const),
      ),
    );
    await parsed([...distinct]);
  });

  it('send a cluster only settings that the engine knows', async () => {
    const dialects = LAYOUTS.flatMap((layout) =>
      [layout, { ...layout, unchanged: false }].map((each) => dialectOf(each, 'auto')),
    );
    const names = new Set(
      [SHARDED_SETTINGS, ...dialects.flatMap((each) => [each.selectSettings, each.insertSettings])].flatMap(
        (settings) => Object.keys(settings),
      ),
    );
    const known = await single.query(
      z.object({ name: z.string() }),
      'SELECT name FROM system.settings WHERE name IN {names:Array(String)}',
      { names: [...names] },
    );
    assert.deepEqual(known.map(({ name }) => name).sort(), [...names].sort());
  });

  for (const layout of LAYOUTS) {
    it(`create tables in the layout ${layout.kind} with statements that the engine can parse`, async () => {
      const steps = MIGRATIONS.flatMap((step) => step());
      const made = [...SCHEMA, ADD_PROJECTIONS, ...steps].flatMap((statement) =>
        statementsFor(layout, statement),
      );
      const others = [
        'CREATE DATABASE IF NOT EXISTS `log`',
        'CREATE TABLE reprocess_1 ENGINE = Join(ANY, LEFT, id) EMPTY AS SELECT id FROM interactions_local',
        'DROP TABLE IF EXISTS reprocess_1',
        'DELETE FROM rejections_local WHERE (app_id, id) IN (SELECT app_id, id FROM rejections_local)',
        "ALTER TABLE interactions_local DELETE WHERE app_id = 'a'",
        "KILL MUTATION WHERE database = 'log' AND position(command, 'mark') > 0",
      ];
      await parsed([...made, ...others].map((statement) => [everywhere(layout, statement), {}]));
    });
  }
});

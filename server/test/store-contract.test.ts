/**
 * What the server relies on, whatever the store: tables are created, batches are stored exactly once and all
 * or nothing, everything can be read, queried, rewritten and removed. Tested on the embedded engine, over a
 * network, on a ClickHouse server and on two shards; what cannot be tested without a real ClickHouse is
 * reported.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  type Interaction,
  ListInteractionsQuery,
  ListSessionsQuery,
  ListUsersQuery,
  MEASURES,
  QueryBody,
} from '@parley/contract';
import { z } from 'zod';
import { sortBatch } from '../src/drain/sort-texts.ts';
import { runQuery } from '../src/queries/analytics/run.ts';
import { getInteraction } from '../src/queries/get-interaction.ts';
import { getSession } from '../src/queries/get-session.ts';
import { getUser } from '../src/queries/get-user.ts';
import { listInteractions } from '../src/queries/list-interactions.ts';
import { listSessions } from '../src/queries/list-sessions.ts';
import { listUsers } from '../src/queries/list-users.ts';
import { newestStored } from '../src/queries/newest-stored.ts';
import { listRejections } from '../src/queries/rejections.ts';
import { storeSize } from '../src/queries/store-size.ts';
import { unpricedModels } from '../src/queries/unpriced-models.ts';
import type { StoreAddress } from '../src/store/client.ts';
import { MIGRATIONS, migrateStore, type Shared } from '../src/store/migrations/migrations.ts';
import { DerivedRows } from '../src/store/rewrite/derived-rows.ts';
import { ALL_ROWS, ExpiredRows } from '../src/store/rewrite/expired-rows.ts';
import { RewriteContext } from '../src/store/rewrite/rewrite-context.ts';
import { stagedUpdate } from '../src/store/rewrite/staged-update.ts';
import { UnsortedRows } from '../src/store/rewrite/unsorted-rows.ts';
import { splitUrls } from '../src/store/servers.ts';
import { connection, Store } from '../src/store/store.ts';
import { assertAlmostEqual } from './support/almost-equal.ts';
import { eventually } from './support/eventually.ts';
import { expectedSessions } from './support/expected.ts';
import { randomRecords } from './support/random-records.ts';
import {
  CLICKHOUSE_SERVER,
  EMBEDDED,
  ONE_SERVER,
  type Place,
  sayMissing,
  TWO_SHARDS,
} from './support/store-places.ts';
import { PATIENT, testStore } from './support/test-store.ts';

const NOW = Date.parse('2026-03-30T12:00:00Z');
const START_MS = 60_000;
const REMOVED_MS = 60_000;
const BOTH = ['app_a', 'app_b'] as const;

/** Texts that a parameter could be confused with. */
const AWKWARD_TEXTS = [
  "O'Brien",
  "''",
  '\\',
  "\\'",
  '\\N',
  '\\n\\t',
  '\n\r\t\b\f\0',
  '"`',
  "['a','b']",
  "','",
  ']',
  '',
  '{text:String}',
  '𝄞é',
];

const records = randomRecords(300, 1, NOW);
const row = (record: Interaction) => ({
  record,
  request: Buffer.from(`{"asked":"${record.id}","n":1.0}`),
  response: Buffer.from('{}'),
});
const rows = records.map(row);
const [first, second] = [rows.slice(0, 200), rows.slice(200)];

for (const kind of [EMBEDDED, ONE_SERVER, CLICKHOUSE_SERVER, TWO_SHARDS]) {
  sayMissing(kind, 'the contract of the store');

  describe(`the store on ${kind.name}`, { skip: kind.missing ?? false }, () => {
    const cleanups: (() => void | Promise<void>)[] = [];
    const test = { after: (clean: () => void | Promise<void>) => void cleanups.push(clean) };
    const shared = inMemory();
    let place: Place;
    let address: StoreAddress;
    let store: Store;

    before(async () => {
      place = await kind.make(test);
      address = place.address;
      store = new Store(connection(address, 0), PATIENT);
      test.after(() => store.close());
      await eventually('the store is up', () => store.ping(), START_MS);
      const layout = await migrateStore(address, MIGRATIONS, shared);
      assert.equal(layout.kind, kind === TWO_SHARDS ? 'shards' : 'single');
    });

    after(async () => {
      for (const clean of cleanups.reverse()) await clean();
    });

    const count = async (where = 'true') => {
      const [counted] = await store.query(
        z.object({ rows: z.number() }),
        `SELECT count() AS rows FROM interactions WHERE ${where}`,
      );
      return counted?.rows ?? 0;
    };

    it('can be migrated twice', async () => {
      await migrateStore(address, MIGRATIONS, shared);
    });

    it('stores a batch once, whichever client retries it', async () => {
      await store.insertInteractions(first, 'batch 0');
      await store.insertInteractions(first, 'batch 0');
      const others = [...(address.kind === 'remote' ? splitUrls(address.url) : [])].reverse().join(',');
      const other = new Store(address.kind === 'remote' ? { ...address, url: others } : address, PATIENT);
      await other.insertInteractions(first, 'batch 0');
      await other.close();
      assert.equal(await count(), first.length);
    });

    it('stores nothing of a batch while a server is down, and all of it once it is back', async () => {
      await place.servers.at(-1)?.leave();
      if (place.servers.length > 0) {
        await assert.rejects(store.insertInteractions(second, 'batch 1'));
        await assert.rejects(count(), 'an answer without one shard would be wrong');
      }
      await place.servers.at(-1)?.comeBack();
      await eventually('it is back', () => store.ping(), START_MS);
      await store.insertInteractions(second, 'batch 1');
      assert.equal(await count(), records.length);
    });

    it('returns what was stored byte for byte, and knows which ids it has', async () => {
      for (const { id, ...record } of records.slice(0, 10)) {
        const found = await getInteraction(store, BOTH, id);
        assert.deepEqual(
          [found?.app_id, found?.requested, found?.record.model, found?.record.input_tokens],
          [record.appId, record.requestedAt, record.model, record.usage.input],
        );
        assert.equal(found?.request, row({ id, ...record }).request.toString());
      }
      const ids = records.slice(0, 20).map(({ id }) => id);
      assert.deepEqual(await store.existing([...ids, randomUUID()]), new Set(ids));
      assert.equal(await store.fingerprint(ids[0] ?? '', START_MS), '');
      assert.equal(await store.fingerprint(randomUUID(), START_MS), null);
      const receipts = records.slice(0, 5).map(({ id, appId, requestedAt, receivedAt }) => ({
        id,
        appId,
        requestedAt: Date.parse(requestedAt),
        receivedAt: Date.parse(receivedAt),
        node: '',
      }));
      const [other, ...same] = receipts;
      assert.ok(other);
      assert.deepEqual(
        await store.sameReceipts([{ ...other, receivedAt: other.receivedAt + 1 }, ...same]),
        new Set(same.map(({ id }) => id)),
      );
      const keys = await newestStored(store).keys(BOTH, 0, null, 1000);
      assert.deepEqual(keys.map(({ id }) => id).sort(), records.map(({ id }) => id).sort());
    });

    it('passes parameters unchanged, alone and in lists', async () => {
      const answer = z.object({ text: z.string(), texts: z.array(z.string()), numbers: z.array(z.number()) });
      const numbers = [0, -1.5, 1e-9];
      for (const texts of [
        [],
        AWKWARD_TEXTS,
        AWKWARD_TEXTS.toReversed(),
        ...AWKWARD_TEXTS.map((text) => [text]),
      ]) {
        const [text = ''] = texts;
        const question =
          'SELECT {text:String} text, {texts:Array(String)} texts, {numbers:Array(Float64)} numbers';
        const found = await store.query(answer, question, { text, texts, numbers });
        assert.deepEqual(found, [{ text, texts, numbers }]);
      }
    });

    it('does not reuse parameters of an earlier query', async () => {
      const question = 'SELECT {once:String} once';
      const answer = z.object({ once: z.string() });
      assert.deepEqual(await store.query(answer, question, { once: 'here' }), [{ once: 'here' }]);
      for (let i = 0; i < 8; i++)
        await assert.rejects(store.query(answer, question), /[Ss]ubstitution `once` is not set/);
    });

    it('accepts lists of any length', async () => {
      const ids = Array.from({ length: 20_000 }, () => randomUUID());
      assert.deepEqual(await store.existing([...ids, records[0]?.id ?? '']), new Set([records[0]?.id]));
    });

    it('answers many concurrent queries, each with its own parameters', async () => {
      const answer = z.object({ text: z.string(), texts: z.array(z.string()) });
      const question =
        'SELECT {text:String} text, {texts:Array(String)} texts, sum(number) FROM numbers(100000)';
      await Promise.all(
        Array.from({ length: 200 }, async (_, i) => {
          const own = { text: `text ${i}`, texts: [`first ${i}`, `second ${i}`] };
          assert.deepEqual(await store.query(answer, question, own), [own]);
        }),
      );
    });

    it('counts its rows', async () => {
      const body = QueryBody.parse({
        measures: ['interactions', 'sessions', 'inputTokens'],
        from: 0,
        to: NOW * 2,
      });
      const { rows: answer } = await runQuery(store, BOTH, body, NOW);
      assert.deepEqual(answer, [
        {
          interactions: records.length,
          sessions: expectedSessions(records).length,
          inputTokens: records.reduce((all, { usage }) => all + (usage.input ?? 0), 0),
        },
      ]);
      assert.equal((await storeSize(store))?.rows, records.length);
    });

    it('answers every kind of query like the embedded engine', async () => {
      const { store: reference } = await testStore(test);
      await reference.insertInteractions(rows, 'all');
      const id = records.find(({ session }) => session !== null)?.id ?? '';
      const questions: [string, (asked: Store) => Promise<unknown>][] = [
        ['list', (asked) => listInteractions(asked, BOTH, ListInteractionsQuery.parse({ q: 'quick' }))],
        [
          'sessions',
          (asked) => listSessions(asked, BOTH, ListSessionsQuery.parse({ orderBy: 'costUsd' }), NOW),
        ],
        ['session', (asked) => getSession(asked, BOTH, id, { limit: 50 }, NOW)],
        [
          'users',
          (asked) => listUsers(asked, BOTH, ListUsersQuery.parse({ orderBy: 'interactions', limit: 3 })),
        ],
        ['user', (asked) => getUser(asked, BOTH, 'ann', NOW)],
        ['unpriced', (asked) => unpricedModels(asked, BOTH, {})],
        ...[
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
        ].map((shape): [string, (asked: Store) => Promise<unknown>] => {
          const body = QueryBody.parse(shape);
          return [JSON.stringify(shape), (asked) => runQuery(asked, BOTH, body, NOW)];
        }),
      ];
      for (const [what, ask] of questions) assertAlmostEqual(await ask(store), await ask(reference), what);
    });

    it('keeps the newest rejections of every application, each once', async () => {
      const rejections = Array.from({ length: 6 }, (_, i) => ({
        id: randomUUID(),
        appId: 'app_a',
        receivedAt: Date.now() - i * 1000,
        issues: '[]',
        payload: '{}',
        replayedAs: '',
        version: 1,
      }));
      for (let time = 0; time < 2; time++) await store.insertRejections(rejections, 'rejections 0');
      const listed = async () => (await listRejections(store, BOTH, { limit: 50 })).data.map(({ id }) => id);
      assert.deepEqual(
        await listed(),
        rejections.map(({ id }) => id),
      );
      await store.trimRejections(4);
      await eventually(
        'the oldest are gone',
        async () =>
          (await listed()).join() ===
          rejections
            .slice(0, 4)
            .map(({ id }) => id)
            .join(),
        REMOVED_MS,
      );
    });

    it('sorts texts of earlier versions on every server', async () => {
      const context = new RewriteContext(address);
      await stagedUpdate(context, {
        columns: ['version'],
        select: 'toUInt32(0) AS version',
        rows: records.map(({ id, appId, requestedAt }) => ({
          id,
          appId,
          requestedAt: Date.parse(requestedAt),
          values: [0],
        })),
        set: (value) => ({ search_version: value('version') }),
        where: 'true',
      });
      await context.close();
      const unsorted = new UnsortedRows(address);
      test.after(() => unsorted.close());
      assert.ok(await unsorted.hasAny());
      assert.deepEqual(await unsorted.progress(), { done: 0, total: records.length });
      assert.equal(await sortBatch(unsorted), records.length);
      assert.deepEqual(await unsorted.progress(), { done: records.length, total: records.length });
      assert.ok(!(await unsorted.hasAny()));
    });

    it('rewrites and removes rows on every server', async () => {
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
      assert.equal(await count("model = 'rewritten'"), some.length);
      const expired = new ExpiredRows(address);
      const removed = await expired.remove(
        'interactions',
        new Map([['app_b', ALL_ROWS]]),
        AbortSignal.timeout(REMOVED_MS),
      );
      await expired.close();
      assert.equal(removed, records.filter(({ appId }) => appId === 'app_b').length);
      assert.equal(await count(), records.length - removed);
    });
  });
}

/** In-memory stand-in for the state that servers share. */
function inMemory(): Shared {
  const done = new Set<number>();
  return {
    done: { read: async () => done, write: async (steps) => steps.forEach((step) => void done.add(step)) },
    alone: (work) => work(),
  };
}

/**
 * Every paged list, over two applications and over rows that share everything rows may share: the moment, the
 * session name, the user name, the cost.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  AuditQuery,
  GetSessionQuery,
  INTERACTION_ORDERS,
  type Interaction,
  ListInteractionsQuery,
  ListRejectionsQuery,
  ListSessionsQuery,
  ListUsersQuery,
  SESSION_ORDERS,
  USER_ORDERS,
} from '@parley/contract';
import { recordAudit } from '../src/accounts/audit.ts';
import { InvalidCursor } from '../src/queries/cursor.ts';
import { getSession } from '../src/queries/get-session.ts';
import { listInteractions } from '../src/queries/list-interactions.ts';
import { listSessions } from '../src/queries/list-sessions.ts';
import { listUsers } from '../src/queries/list-users.ts';
import { listRejections } from '../src/queries/rejections.ts';
import { auditPage } from '../src/reading/audit-page.ts';
import type { Store } from '../src/store/store.ts';
import { EMPTY_USER, headOf, recordOf } from './support/interactions.ts';
import { testMetadata } from './support/metadata.ts';
import { testStore } from './support/test-store.ts';

const NOW = Date.parse('2026-03-30T12:00:00Z');
const APPS = ['app_a', 'app_b'] as const;
const DIRECTIONS = ['desc', 'asc'] as const;

/** A name of maximum length that ends in characters which need escaping in a list of parameters. */
const LONGEST_NAME = `${'𝄞'.repeat(250)}\\N' "\`é`;

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/**
 * Tokens and cost of each interaction: none, equal ones, sums beyond the precision of numbers, halves of a
 * billionth.
 */
const USAGE: readonly [tokens: number | null, usd: number | null][] = [
  [2, null],
  [Number.MAX_SAFE_INTEGER, 0.000_000_037_5],
  [null, null],
  [7, 12_345_678.123_456_7],
  [3, null],
  [Number.MAX_SAFE_INTEGER, 0.000_000_037_5],
  [null, null],
  [7, 12_345_678.123_456_7],
];

function makeRecords(): Interaction[] {
  const records: Interaction[] = [];
  const add = (appId: string, key: string | null, session: string | null) => {
    const number = records.length;
    const [tokens = null, usd = null] = USAGE[number] ?? [];
    const head = headOf({ id: idOf(number), appId, receivedAt: NOW });
    const envelope = { ...head.envelope, requestedAt: NOW, respondedAt: NOW, session };
    const record = recordOf({ ...head, envelope });
    const user = key === null ? null : { ...EMPTY_USER, key, userId: key };
    const usage = { ...record.usage, total: tokens };
    const outcome = number % 3 === 0 ? ('error' as const) : ('ok' as const);
    // Some equal, and some unknown.
    const latencyMs = number % 4 === 3 ? null : number % 2;
    records.push({
      ...record,
      latencyMs,
      user,
      usage,
      outcome,
      cost: usd === null ? null : { usd, source: 'test', stated: null },
    });
  };
  for (const appId of APPS) {
    add(appId, LONGEST_NAME, 'shared');
    add(appId, LONGEST_NAME, `${appId} alone`);
    add(appId, null, null);
    // A user whose key is the id of an interaction without a user, in the same or another application.
    add(appId, idOf(2), 'shared');
  }
  return records;
}

const FIGURES: Record<(typeof INTERACTION_ORDERS)[number], (record: Interaction) => number | null> = {
  time: ({ requestedAt }) => Date.parse(requestedAt),
  costUsd: ({ cost }) => cost?.usd ?? null,
  latencyMs: ({ latencyMs }) => latencyMs,
  totalTokens: ({ usage }) => usage.total,
};

/** Sorted with missing figures last and ties newest first; all are of the same moment. */
function inOrder(
  records: readonly Interaction[],
  orderBy: (typeof INTERACTION_ORDERS)[number],
  order: 'asc' | 'desc',
): Interaction[] {
  const figure = FIGURES[orderBy];
  const sign = order === 'asc' ? 1 : -1;
  const ties = orderBy === 'time' ? sign : -1;
  return records.toSorted((a, b) => {
    const [first, second] = [figure(a), figure(b)];
    const byId = ties * (a.id < b.id ? -1 : 1);
    if (first === null || second === null) return Number(first === null) - Number(second === null) || byId;
    return sign * (first - second) || byId;
  });
}

type Page<T> = { data: T[]; nextCursor: string | null };
type ReadPage<T> = (page: { limit: number; cursor?: string }) => Promise<Page<T> | null>;

/** Checks that pages of one, two and three rows add up to the whole list, and returns it. */
async function assertPages<T>(what: string, read: ReadPage<T>): Promise<T[]> {
  const whole = await read({ limit: 500 });
  assert.equal(whole?.nextCursor, null, what);
  await Promise.all(
    [1, 2, 3].map(async (limit) => {
      const rows: T[] = [];
      let page = await read({ limit });
      rows.push(...(page?.data ?? []));
      while (page?.nextCursor) {
        assert.equal(page.data.length, limit, what);
        page = await read({ limit, cursor: page.nextCursor });
        rows.push(...(page?.data ?? []));
        assert.ok(
          rows.length <= (whole?.data.length ?? 0),
          `${what}: pages of ${limit} have more rows than there are`,
        );
      }
      assert.deepEqual(rows, whole?.data, `${what}, in pages of ${limit}`);
    }),
  );
  return whole?.data ?? [];
}

describe('paged lists', () => {
  const records = makeRecords();
  const cleanups: (() => void | Promise<void>)[] = [];
  let store: Store;

  before(async () => {
    ({ store } = await testStore({ after: (clean) => void cleanups.push(clean) }));
    const body = Buffer.from('{}');
    await store.insertInteractions(
      records.map((record) => ({ record, request: body, response: body })),
      'interactions',
    );
    // The store removes old rejections.
    const rejection = { receivedAt: Date.now(), issues: '[]', payload: '{}', replayedAs: '', version: 1 };
    await store.insertRejections(
      APPS.flatMap((appId, i) => [0, 1, 2].map((n) => ({ ...rejection, appId, id: idOf(2 * n + i) }))),
      'rejections',
    );
  });

  after(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });

  for (const orderBy of INTERACTION_ORDERS) {
    for (const order of DIRECTIONS) {
      it(`contain every interaction once, by ${orderBy} ${order}`, async () => {
        const found = await assertPages(`interactions by ${orderBy} ${order}`, (page) =>
          listInteractions(store, APPS, ListInteractionsQuery.parse({ ...page, orderBy, order })),
        );
        assert.deepEqual(
          found.map(({ id }) => id),
          inOrder(records, orderBy, order).map(({ id }) => id),
        );
      });
    }
  }

  it('refuse a cursor of another order', async () => {
    const list = (query: object) => listInteractions(store, APPS, ListInteractionsQuery.parse(query));
    const asked = INTERACTION_ORDERS.flatMap((orderBy) => DIRECTIONS.map((order) => ({ orderBy, order })));
    for (const one of asked) {
      const { nextCursor } = await list({ ...one, limit: 1 });
      for (const other of asked.filter((another) => another !== one)) {
        await assert.rejects(
          list({ ...other, cursor: nextCursor }),
          (error) =>
            error instanceof InvalidCursor && /another order/.test(error.details.issues?.[0]?.message ?? ''),
        );
      }
    }
  });

  it('contain every rejection once', async () => {
    const found = await assertPages('rejections', (page) =>
      listRejections(store, APPS, ListRejectionsQuery.parse(page)),
    );
    assert.equal(new Set(found.map(({ id }) => id)).size, 6);
  });

  it('contain every entry of the audit log once', async (test) => {
    const { db } = await testMetadata(test);
    test.mock.timers.enable({ apis: ['Date'], now: NOW });
    for (let i = 0; i < 7; i++) await recordAudit(db, { action: 'a', actor: 'ann', accountId: 'acc_1' });
    const found = await assertPages('audit', (page) => auditPage(db, 'acc_1', AuditQuery.parse(page)));
    assert.equal(new Set(found.map(({ id }) => id)).size, 7);
  });

  it('contain every turn of a conversation once', async () => {
    const found = await assertPages('turns', (page) =>
      getSession(store, APPS, idOf(0), GetSessionQuery.parse(page), NOW),
    );
    assert.equal(found.length, 2);
  });

  for (const orderBy of USER_ORDERS) {
    for (const order of DIRECTIONS) {
      it(`contain every user once, by ${orderBy} ${order}`, async () => {
        const found = await assertPages('users', (page) =>
          listUsers(store, APPS, ListUsersQuery.parse({ ...page, orderBy, order })),
        );
        assert.equal(
          new Set(found.map(({ appId, key, identified }) => `${appId} ${key} ${identified}`)).size,
          6,
        );
      });
    }
  }

  for (const orderBy of SESSION_ORDERS) {
    for (const order of DIRECTIONS) {
      it(`contain every session once, by ${orderBy} ${order}`, async () => {
        const found = await assertPages('sessions', (page) =>
          listSessions(store, APPS, ListSessionsQuery.parse({ ...page, orderBy, order }), NOW),
        );
        assert.equal(new Set(found.map(({ id }) => id)).size, 4);
      });
    }
  }
});

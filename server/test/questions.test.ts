/**
 * Sessions, users, measures and search over random interactions, checked against a scan of every record. The
 * interactions arrive shuffled and in two batches.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type Interaction,
  LABEL_ORDERS,
  ListInteractionsQuery,
  ListLabelsQuery,
  ListSessionsQuery,
  ListUserNamesQuery,
  ListUsersQuery,
  MEASURES,
  type Measure,
  QueryBody,
  type QueryRow,
} from '@parley/contract';
import { randomNumbers } from '@parley/sample/random';
import { z } from 'zod';
import { ApiError } from '../src/base/errors.ts';
import { rangeOf } from '../src/clocks/range.ts';
import { passOf, planQuery } from '../src/queries/analytics/plan.ts';
import { type Queries, runQuery, runTogether } from '../src/queries/analytics/run.ts';
import { rowsStatement } from '../src/queries/analytics/statements.ts';
import { getSession } from '../src/queries/get-session.ts';
import { getUser } from '../src/queries/get-user.ts';
import { listInteractions } from '../src/queries/list-interactions.ts';
import { listLabels } from '../src/queries/list-labels.ts';
import { listSessions } from '../src/queries/list-sessions.ts';
import { listUserNames } from '../src/queries/list-user-names.ts';
import { listUsers } from '../src/queries/list-users.ts';
import type { StoreAddress } from '../src/store/client.ts';
import { storeRefusal } from '../src/store/failure.ts';
import { render, type Statement } from '../src/store/layout/sql.ts';
import { SINGLE_SERVER } from '../src/store/layout/sql-dialect.ts';
import { connection, type QueryLimits, Store } from '../src/store/store.ts';
import { assertAlmostEqual } from './support/almost-equal.ts';
import { eventually } from './support/eventually.ts';
import { expectedSessions, orderOfId, quantile, sum } from './support/expected.ts';
import { randomRecords } from './support/random-records.ts';
import { PATIENT, testStore } from './support/test-store.ts';

const SEED = Number(process.env.PARLEY_TEST_SEED ?? 1);
const NOW = Date.parse('2026-03-30T12:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const APP = ['app_a'] as const;
const BOTH = ['app_a', 'app_b'] as const;

const records = randomRecords(500, SEED, NOW);
const sessionOf = new Map(
  expectedSessions(records).flatMap(({ turns }, number) => turns.map(({ id }) => [id, number] as const)),
);

type Expected = (group: readonly Interaction[]) => number | string | null;

const rate =
  (fits: (record: Interaction) => boolean): Expected =>
  (group) =>
    group.length === 0 ? null : group.filter(fits).length / group.length;
const total =
  (read: (record: Interaction) => number | null): Expected =>
  (group) =>
    sum(group.map(read));
const latency =
  (level: number): Expected =>
  (group) =>
    quantile(latencies(group), level);
const firstToken =
  (level: number): Expected =>
  (group) =>
    quantile(firstTokens(group), level);
const sessions = (group: readonly Interaction[]) =>
  new Set(group.flatMap(({ id }) => sessionOf.get(id) ?? []));
const people = (group: readonly Interaction[], named: boolean) =>
  new Set(
    group
      .filter(({ user }) => Boolean(user?.key) === named)
      .map(({ appId, user, id }) => `${appId} ${user?.key ?? id}`),
  ).size;
const mean = (values: readonly number[]) => (values.length === 0 ? null : (sum(values) ?? 0) / values.length);

const latencies = (group: readonly Interaction[]) => group.flatMap(({ latencyMs }) => latencyMs ?? []);
const firstTokens = (group: readonly Interaction[]) =>
  group.flatMap(({ firstTokenMs }) => firstTokenMs ?? []);

const Z = 1.959964;
/** The value at the rank that bounds a percentile; null where there are too few. */
const bound =
  (valuesOf: (group: readonly Interaction[]) => number[], level: number, side: -1 | 1): Expected =>
  (group) => {
    const values = valuesOf(group).toSorted((a, b) => a - b);
    const { length: n } = values;
    return values[Math.ceil(n * level + side * Z * Math.sqrt(n * level * (1 - level))) - 1] ?? null;
  };

type Share = (record: Interaction) => { part: number; whole: number } | null;
/** A ratio of sums, give or take its standard error, by the deviation of each call from it. */
const ratioBound =
  (shareOf: Share, side: -1 | 1): Expected =>
  (group) => {
    const shares = group.flatMap((record) => shareOf(record) ?? []);
    const whole = sum(shares.map((share) => share.whole)) ?? 0;
    if (shares.length < 30 || whole === 0) return null;
    const ratio = (sum(shares.map(({ part }) => part)) ?? 0) / whole;
    const squares = sum(shares.map((share) => (share.part - ratio * share.whole) ** 2)) ?? 0;
    return ratio + side * Z * (Math.sqrt((squares * shares.length) / (shares.length - 1)) / whole);
  };
const costOf: Share = ({ cost }) => ({ part: cost?.usd ?? 0, whole: 1 });
const cachedOf: Share = ({ usage }) =>
  usage.input === null ? null : { part: usage.cachedInput ?? 0, whole: usage.input };
const speedOf: Share = ({ latencyMs, firstTokenMs, usage }) => {
  if (!latencyMs || usage.output === null) return null;
  const before = firstTokenMs !== null && firstTokenMs < latencyMs ? firstTokenMs : 0;
  return { part: usage.output, whole: (latencyMs - before) / 1000 };
};

const EXPECTED: Record<Measure, Expected> = {
  interactions: (group) => group.length,
  users: (group) => people(group, true) + people(group, false),
  identifiedUsers: (group) => people(group, true),
  anonymousUsers: (group) => people(group, false),
  sessions: (group) => sessions(group).size,
  interactionsPerSession: (group) =>
    sessions(group).size === 0
      ? null
      : group.filter(({ session }) => session !== null).length / sessions(group).size,
  inputTokens: total(({ usage }) => usage.input),
  outputTokens: total(({ usage }) => usage.output),
  totalTokens: total(({ usage }) => usage.total),
  cachedInputTokens: total(({ usage }) => usage.cachedInput),
  cachedShare(group) {
    const [cached, input] = [
      sum(group.map(({ usage }) => usage.cachedInput)),
      sum(group.map(({ usage }) => usage.input)),
    ];
    return cached === null || !input ? null : cached / input;
  },
  cacheWriteTokens: total(({ usage }) => usage.cacheWrite),
  reasoningTokens: total(({ usage }) => usage.reasoning),
  costUsd: total(({ cost }) => cost?.usd ?? null),
  costPerCall(group) {
    const cost = sum(group.map(({ cost }) => cost?.usd ?? null));
    return cost === null ? null : cost / group.length;
  },
  latencyCount: (group) => latencies(group).length,
  latencyMean: (group) => mean(latencies(group)),
  latencyP50: latency(0.5),
  latencyP90: latency(0.9),
  latencyP95: latency(0.95),
  latencyP99: latency(0.99),
  firstTokenCount: (group) => firstTokens(group).length,
  firstTokenMean: (group) => mean(firstTokens(group)),
  firstTokenP50: firstToken(0.5),
  firstTokenP95: firstToken(0.95),
  firstTokenP99: firstToken(0.99),
  tokensPerSecond(group) {
    const timed = group.filter(
      ({ latencyMs, usage }) => latencyMs !== null && latencyMs > 0 && usage.output !== null,
    );
    const answering = ({ latencyMs, firstTokenMs }: Interaction) => {
      const before = firstTokenMs !== null && firstTokenMs < (latencyMs ?? 0) ? firstTokenMs : 0;
      return (latencyMs ?? 0) - before;
    };
    const seconds = (sum(timed.map(answering)) ?? 0) / 1000;
    return seconds === 0 ? null : (sum(timed.map(({ usage }) => usage.output)) ?? 0) / seconds;
  },
  errors: (group) => group.filter(({ outcome }) => outcome === 'error').length,
  errorRate: rate(({ outcome }) => outcome === 'error'),
  blockedRate: rate(({ outcome }) => outcome === 'blocked'),
  truncatedRate: rate(({ finishReason }) => finishReason === 'length'),
  toolCallRate: rate(({ toolCalls }) => toolCalls.length > 0),
  models: (group) => new Set(group.flatMap(({ requestedModel }) => requestedModel ?? [])).size,
  firstAt: (group) => group.map(({ requestedAt }) => requestedAt).sort()[0] ?? null,
  lastAt: (group) =>
    group
      .map(({ requestedAt }) => requestedAt)
      .sort()
      .at(-1) ?? null,
  costPerCallLow: ratioBound(costOf, -1),
  costPerCallHigh: ratioBound(costOf, 1),
  cachedShareLow: ratioBound(cachedOf, -1),
  cachedShareHigh: ratioBound(cachedOf, 1),
  tokensPerSecondLow: ratioBound(speedOf, -1),
  tokensPerSecondHigh: ratioBound(speedOf, 1),
  latencyP50Low: bound(latencies, 0.5, -1),
  latencyP50High: bound(latencies, 0.5, 1),
  latencyP95Low: bound(latencies, 0.95, -1),
  latencyP95High: bound(latencies, 0.95, 1),
  latencyP99Low: bound(latencies, 0.99, -1),
  latencyP99High: bound(latencies, 0.99, 1),
  firstTokenP50Low: bound(firstTokens, 0.5, -1),
  firstTokenP50High: bound(firstTokens, 0.5, 1),
  firstTokenP95Low: bound(firstTokens, 0.95, -1),
  firstTokenP95High: bound(firstTokens, 0.95, 1),
  firstTokenP99Low: bound(firstTokens, 0.99, -1),
  firstTokenP99High: bound(firstTokens, 0.99, 1),
};

function assertMeasures(row: QueryRow, group: readonly Interaction[]): void {
  for (const [name, expected] of Object.entries(EXPECTED)) {
    const [actual, wanted] = [row[name], expected(group)];
    if (typeof actual === 'number' && typeof wanted === 'number') {
      assert.ok(
        Math.abs(actual - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted)),
        `${name}: ${actual}, not ${wanted}`,
      );
    } else assert.equal(actual, wanted, name);
  }
}

const keys = (turns: readonly Interaction[]) =>
  [...new Set(turns.flatMap(({ user }) => user?.key ?? []))].sort();
const order = ({ requestedAt, id }: Interaction) => `${requestedAt} ${orderOfId(id)}`;
/** The labels of a session's turns, with the values of each. */
function labelsOf(turns: readonly Interaction[]): Record<string, string[]> {
  const pairs = turns.flatMap(({ labels }) => Object.entries(labels)).sort();
  const values = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, [...new Set(all.map(([, value]) => value))]]),
  );
}

const sortById = <T extends { id: string | undefined }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
const berlinDay = (time: string) => new Date(time).toLocaleDateString('en-CA', { timeZone: 'Europe/Berlin' });

describe(`queries (seed ${SEED})`, () => {
  const own = records.filter(({ appId }) => appId === 'app_a');
  const cleanups: (() => void | Promise<void>)[] = [];
  let store: Store;
  let address: StoreAddress;

  before(async () => {
    ({ store, address } = await testStore({ after: (clean) => void cleanups.push(clean) }));
    const shuffled = randomNumbers(SEED + 1).shuffled(records);
    const body = Buffer.from('{}');
    for (const [i, part] of [shuffled.slice(0, 200), shuffled.slice(200)].entries()) {
      await store.insertInteractions(
        part.map((record) => ({ record, request: body, response: body })),
        `batch ${i}`,
      );
    }
  });

  after(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });

  it('split sessions at their timeouts, whatever the order of arrival', async () => {
    const found = [];
    let cursor: string | undefined;
    do {
      const page = await listSessions(store, BOTH, ListSessionsQuery.parse({ limit: 100, cursor }), NOW);
      found.push(...page.data);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    const expected = expectedSessions(records).map(({ appId, name, turns, endsAt }) => ({
      id: turns[0]?.id,
      appId,
      session: name,
      // The bodies are empty.
      title: null,
      lastAnswer: null,
      startedAt: turns[0]?.requestedAt,
      lastAt: turns.at(-1)?.requestedAt,
      endsAt: new Date(endsAt).toISOString(),
      state: endsAt >= NOW ? 'current' : 'ended',
      interactions: turns.length,
      users: keys(turns),
      models: [...new Set(turns.flatMap(({ model }) => model ?? []))].sort(),
      labels: labelsOf(turns),
      total: sum(turns.map(({ usage }) => usage.total)),
      errors: turns.filter(({ outcome }) => outcome === 'error').length,
      truncated: turns.filter(({ finishReason }) => finishReason === 'length').length,
      blocked: turns.filter(({ outcome }) => outcome === 'blocked').length,
      scores: [],
      slowestMs: turns.reduce<number | null>(
        (most, { latencyMs }) => (latencyMs === null ? most : Math.max(most ?? 0, latencyMs)),
        null,
      ),
    }));
    const shown = found.map(({ usage, costUsd: _, ...session }) => ({ ...session, total: usage.total }));
    assert.ok(shown.length > 40, `${shown.length} sessions`);
    assert.deepEqual(sortById(shown), sortById(expected));
    const times = found.map(({ lastAt }) => lastAt);
    assert.deepEqual(times, times.toSorted().reverse());
  });

  it('filter sessions by their content and sort them by cost', async () => {
    const query = ListSessionsQuery.parse({
      outcome: 'blocked',
      user: 'ann',
      orderBy: 'costUsd',
      limit: 500,
    });
    const { data } = await listSessions(store, APP, query, NOW);
    const expected = expectedSessions(own).filter(({ turns }) =>
      turns.some(({ outcome, user }) => outcome === 'blocked' && user?.key === 'ann'),
    );
    assert.deepEqual(data.map(({ id }) => id).sort(), expected.map(({ turns }) => turns[0]?.id).sort());
    const costs = data.map(({ costUsd }) => costUsd ?? -1);
    assert.deepEqual(
      costs,
      costs.toSorted((a, b) => b - a),
    );
  });

  it('return a session and its interactions in order for the id of any of them', async () => {
    const [longest] = expectedSessions(own).toSorted((a, b) => b.turns.length - a.turns.length);
    const inOrder = longest?.turns.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)).map(({ id }) => id);
    const some = longest?.turns.at(-1)?.id ?? '';
    const first = await getSession(store, APP, some, { limit: 3 }, NOW);
    const rest = await getSession(
      store,
      APP,
      some,
      { limit: 500, cursor: first?.nextCursor ?? undefined },
      NOW,
    );
    assert.equal(first?.id, longest?.turns[0]?.id);
    assert.deepEqual(
      [...(first?.data ?? []), ...(rest?.data ?? [])].map(({ id }) => id),
      inOrder,
    );
    assert.equal(await getSession(store, ['app_b'], some, { limit: 3 }, NOW), null);
  });

  it('list users with their latest profile, and anonymous ones once per interaction', async () => {
    const { data } = await listUsers(
      store,
      APP,
      ListUsersQuery.parse({ limit: 500, orderBy: 'interactions' }),
    );
    const named = Map.groupBy(
      own.filter(({ user }) => user?.key),
      ({ user }) => user?.key ?? '',
    );
    assert.equal(
      data.filter(({ identified }) => !identified).length,
      Math.min(own.filter(({ user }) => !user?.key).length, 500 - named.size),
    );
    for (const [key, theirs] of named) {
      const inOrder = theirs.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
      const user = data.find((row) => row.key === key);
      const newest = (read: (record: Interaction) => unknown) =>
        inOrder.map(read).findLast((value) => value !== null) ?? null;
      assert.deepEqual(
        [
          user?.interactions,
          user?.firstSeenAt,
          user?.lastSeenAt,
          user?.firstName,
          user?.isAuthenticated,
          user?.usage.total,
        ],
        [
          theirs.length,
          inOrder[0]?.requestedAt,
          inOrder.at(-1)?.requestedAt,
          newest(({ user }) => user?.firstName ?? null),
          newest(({ user }) => user?.isAuthenticated ?? null),
          sum(theirs.map(({ usage }) => usage.total)),
        ],
        key,
      );
      const sessions = expectedSessions(own).filter(({ turns }) =>
        turns.some(({ user }) => user?.key === key),
      );
      assert.equal(user?.sessions, sessions.length, key);
    }
    const detail = await getUser(store, APP, 'cy@example.com', NOW);
    assert.equal(detail?.email, 'Cy@Example.com');
    assert.ok((detail?.recentSessions.length ?? 0) > 0);
    const unnamed = own.find(({ user, session }) => !user?.key && session);
    const detailOfUnnamed = await getUser(store, APP, unnamed?.id ?? '', NOW);
    assert.deepEqual([detailOfUnnamed?.interactions, detailOfUnnamed?.recentSessions.length], [1, 1]);
    assert.equal(await getUser(store, ['app_b'], unnamed?.id ?? '', NOW), null);
  });

  it('page through users without losing or repeating one', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = ListUsersQuery.parse({ limit: 150, cursor, order: 'asc' });
      const page = await listUsers(store, APP, query);
      seen.push(...page.data.map(({ key }) => key));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    const all = new Set(own.map(({ user, id }) => user?.key ?? id));
    assert.deepEqual(seen.toSorted(), [...all].sort());
  });

  it('page through the users that match a search, and return their names', async () => {
    const nameOf = (key: string) =>
      own
        .filter(({ user }) => user?.key === key)
        .toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
        .findLast(({ user }) => user?.firstName)?.user?.firstName ?? '';
    const everybody = keys(own);
    for (const who of ['N', 'EXAMPLE', 'nn', nameOf('bob')]) {
      const wanted = everybody.filter((key) =>
        `${nameOf(key)}\n${key}`.toLowerCase().includes(who.toLowerCase()),
      );
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const query = ListUsersQuery.parse({ who, identified: true, limit: 1, cursor, orderBy: 'costUsd' });
        const page = await listUsers(store, APP, query);
        seen.push(...page.data.map(({ key }) => key));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      assert.deepEqual(seen.toSorted(), wanted, who);
      const { data } = await listUserNames(store, APP, ListUserNamesQuery.parse({ who }));
      assert.deepEqual(data.map(({ key }) => key).toSorted(), wanted, who);
      for (const { key, firstName } of data) assert.equal(firstName ?? '', nameOf(key), key);
    }
  });

  it('measure by model and day what a plain scan finds', async () => {
    const measures = Object.keys(EXPECTED) as Measure[];
    const body = QueryBody.parse({
      measures,
      dimensions: ['model'],
      bucket: 'day',
      timezone: 'Europe/Berlin',
      limit: 10,
    });
    const { rows } = await runQuery(store, APP, body, NOW);
    const range = rangeOf({}, NOW);
    const groups = Map.groupBy(
      own.filter(
        ({ requestedAt }) => Date.parse(requestedAt) >= range.from && Date.parse(requestedAt) < range.to,
      ),
      ({ requestedAt, model }) => `${berlinDay(requestedAt)} ${model}`,
    );
    const filled = rows.filter(({ interactions }) => interactions !== 0);
    assert.equal(filled.length, groups.size);
    for (const row of filled)
      assertMeasures(row, groups.get(`${berlinDay(row.time ?? '')} ${row.model}`) ?? []);
    // 30 days up to noon touch 31 days in Berlin; each has a row for each of the four groups.
    assert.equal(rows.length, 31 * 4);
  });

  it('measure any range to the millisecond, and the range before it', async () => {
    const to = NOW - 3 * DAY - 1;
    const from = to - 9 * DAY;
    const measures = Object.keys(EXPECTED) as Measure[];
    const body = QueryBody.parse({
      measures,
      from,
      to,
      filters: { format: ['openai', 'gemini'] },
      compare: 'previous',
    });
    const { rows, previous } = await runQuery(store, BOTH, body, NOW);
    const within = (start: number, end: number) =>
      records.filter(
        ({ requestedAt, format }) =>
          Date.parse(requestedAt) >= start && Date.parse(requestedAt) < end && format !== 'anthropic',
      );
    assertMeasures(rows[0] ?? {}, within(from, to));
    assertMeasures(previous?.rows[0] ?? {}, within(2 * from - to, from));
  });

  it('compare with another period, which neither touches the range nor is as long', async () => {
    const [from, to] = [NOW - 4 * DAY, NOW - 2 * DAY];
    const compare = { from: NOW - 12 * DAY, to: NOW - 7 * DAY };
    const question = { measures: ['interactions', 'costUsd'], dimensions: ['format'], from, to, compare };
    const expected = Map.groupBy(
      records.filter(({ requestedAt }) => {
        const at = Date.parse(requestedAt);
        return at >= compare.from && at < compare.to;
      }),
      ({ format }) => String(format),
    );
    for (const bucket of [undefined, 'day']) {
      const { previous, rows } = await runQuery(store, BOTH, QueryBody.parse({ ...question, bucket }), NOW);
      assert.ok(rows.length > 0);
      assert.equal(previous?.from, new Date(compare.from).toISOString());
      const counted = Map.groupBy(previous.rows, ({ format }) => String(format));
      for (const [format, found] of counted) {
        const sum = found.reduce((total, { interactions }) => total + Number(interactions), 0);
        assert.equal(sum, expected.get(format)?.length ?? 0, `${format} by ${bucket}`);
      }
    }
    const late = QueryBody.parse({ ...question, compare: { from: from - DAY, to: from + 1 } });
    await assert.rejects(runQuery(store, BOTH, late, NOW), { code: 'invalid_query' });
  });

  for (const smallRows of [0, 1000]) {
    it(`count the sessions of a range as in the whole log, small up to ${smallRows} rows`, async () => {
      const asked = new Store(connection(address, smallRows), PATIENT);
      cleanups.push(() => asked.close());
      await eventually('the store knows its size', () => asked.isSmall === smallRows > 0);
      const random = randomNumbers(SEED + 1);
      const times = records.map(({ requestedAt }) => Date.parse(requestedAt));
      for (let i = 0; i < 12; i++) {
        // At times of interactions, so that the range cuts sessions in two.
        const [from = 0, to = 0] = [random.pick(times), random.pick(times) + random.below(2)].sort(
          (a, b) => a - b,
        );
        if (from === to) continue;
        const user = i % 3 === 0 ? { user: ['ann', 'bob'] } : {};
        const body = QueryBody.parse({ measures: ['sessions', 'interactions'], from, to, filters: user });
        const { rows } = await runQuery(asked, BOTH, body, NOW);
        const within = records.filter(
          ({ requestedAt, user: who }) =>
            Date.parse(requestedAt) >= from &&
            Date.parse(requestedAt) < to &&
            (!user.user || user.user.includes(who?.key ?? '')),
        );
        assert.equal(rows[0]?.interactions, within.length);
        assert.equal(rows[0]?.sessions, EXPECTED.sessions(within), `${from} to ${to}`);
      }
    });
  }

  it('filter and group by labels and traces, and list the labels in use', async () => {
    const of = (labels: Record<string, string[]>) =>
      runQuery(store, BOTH, QueryBody.parse({ measures: ['interactions'], filters: { labels } }), NOW);
    const has = (name: string, value: string) =>
      own30.filter(({ labels }) => (labels[name] ?? '') === value).length;
    const own30 = records.filter(
      ({ requestedAt }) => Date.parse(requestedAt) >= NOW - 30 * DAY && Date.parse(requestedAt) < NOW,
    );
    const acme = 'Acme & Söhne';
    for (const [name, value] of [
      ['feature', 'search'],
      ['customer.name', acme],
      ['feature', ''],
      ['none', 'x'],
    ] as const)
      assert.equal(
        (await of({ [name]: [value] })).rows[0]?.interactions,
        has(name, value),
        `${name}=${value}`,
      );

    for (const measures of [['interactions'], ['interactions', 'sessions']]) {
      const body = QueryBody.parse({
        measures,
        dimensions: ['label.feature', 'label.customer.name'],
        limit: 10,
      });
      const { rows } = await runQuery(store, BOTH, body, NOW);
      const groups = rows.map((row) => [row['label.feature'], row['label.customer.name'], row.interactions]);
      assert.deepEqual(
        groups.sort(),
        [
          [null, null, has('feature', '')],
          ['search', null, has('feature', 'search')],
          ['chat', acme, has('feature', 'chat')],
        ].sort(),
      );
    }

    const inTrace = await listInteractions(
      store,
      BOTH,
      ListInteractionsQuery.parse({ trace: 't1', limit: 500 }),
    );
    assert.deepEqual(
      inTrace.data.map(({ id }) => id).sort(),
      records.flatMap(({ id, trace }) => (trace?.traceId === 't1' ? id : [])).sort(),
    );
    const usedBy = (name: string, value: string, fits = (_: Interaction) => true) => {
      const group = own30.filter((record) => record.labels[name] === value && fits(record));
      return {
        value,
        interactions: group.length,
        costUsd: sum(group.map(({ cost }) => cost?.usd ?? null)),
        totalTokens: sum(group.map(({ usage }) => usage.total)),
        errors: group.filter(({ outcome }) => outcome === 'error').length,
      };
    };
    const query = ListLabelsQuery.parse({ values: 1 });
    const expected = {
      data: [
        {
          name: 'feature',
          interactions: has('feature', 'search') + has('feature', 'chat'),
          values: [usedBy('feature', has('feature', 'search') >= has('feature', 'chat') ? 'search' : 'chat')],
        },
        {
          name: 'customer.name',
          interactions: has('customer.name', acme),
          values: [usedBy('customer.name', acme)],
        },
      ],
    };
    assertAlmostEqual(await listLabels(store, BOTH, query, NOW), expected, 'labels');
    for (const orderBy of LABEL_ORDERS) {
      const ranked = ListLabelsQuery.parse({ name: 'feature', orderBy, outcome: 'error' });
      const { data } = await listLabels(store, BOTH, ranked, NOW);
      const failed = ({ outcome }: Interaction) => outcome === 'error';
      const values = ['search', 'chat'].map((value) => usedBy('feature', value, failed));
      values.sort((a, b) => (b[orderBy] ?? -1) - (a[orderBy] ?? -1));
      assertAlmostEqual(data[0]?.values, values, orderBy);
    }
    const one = await listLabels(store, BOTH, ListLabelsQuery.parse({ name: 'feature' }), NOW);
    assert.deepEqual(
      one.data.map(({ name, values }) => [name, values.length]),
      [['feature', 2]],
    );
  });

  it('group and filter errors by message, ignoring the numbers in it', async () => {
    const own30 = own.filter(
      ({ requestedAt }) => Date.parse(requestedAt) >= NOW - 30 * DAY && Date.parse(requestedAt) < NOW,
    );
    const limit = 'Limit … reached in …: try again in ….';
    const counted = (code: string | null) => own30.filter(({ error }) => error && error.code === code).length;
    const expected = [
      ['limit', '429', limit, counted('429')],
      [null, null, 'The model is overloaded.', counted(null)],
    ];
    for (const measures of [['interactions'], ['interactions', 'sessions']]) {
      const dimensions = ['errorType', 'errorCode', 'errorGroup'];
      const body = QueryBody.parse({ measures, dimensions, filters: { outcome: 'error' } });
      const { rows } = await runQuery(store, APP, body, NOW);
      const found = rows.map((row) => [row.errorType, row.errorCode, row.errorGroup, row.interactions]);
      assert.deepEqual(found.sort(), expected.toSorted());
    }
    for (const filters of [{ errorGroup: limit }, { errorCode: '429' }, { errorType: ['limit'] }]) {
      const query = ListInteractionsQuery.parse({ ...filters, limit: 500 });
      const { data } = await listInteractions(store, APP, query);
      assert.deepEqual(
        data.map(({ id }) => id).sort(),
        own.flatMap(({ id, error }) => (error?.code === '429' ? id : [])).sort(),
      );
    }
  });

  it('distinguish the requested model from the one that answered, and accept upper limits', async () => {
    const body = QueryBody.parse({ measures: ['interactions', 'errorRate'], dimensions: ['requestedModel'] });
    const { rows } = await runQuery(store, APP, body, NOW);
    const own30 = own.filter(
      ({ requestedAt }) => Date.parse(requestedAt) >= NOW - 30 * DAY && Date.parse(requestedAt) < NOW,
    );
    for (const row of rows) {
      const group = own30.filter(({ requestedModel }) => requestedModel === row.requestedModel);
      assert.deepEqual([row.interactions, row.errorRate], [group.length, EXPECTED.errorRate(group)]);
    }
    assert.deepEqual(rows.map(({ requestedModel }) => requestedModel).sort(), ['m', 'm1', 'm2', null]);
    const query = { requestedModel: ['m', ''], maxLatencyMs: 250, maxCostUsd: 0.0005, limit: 500 };
    const { data } = await listInteractions(store, APP, ListInteractionsQuery.parse(query));
    const fits = ({ requestedModel, latencyMs, cost }: Interaction) =>
      [null, 'm'].includes(requestedModel) &&
      latencyMs !== null &&
      latencyMs <= 250 &&
      cost !== null &&
      cost.usd <= 0.0005;
    assert.deepEqual(
      data.map(({ id }) => id).sort(),
      own
        .filter(fits)
        .map(({ id }) => id)
        .sort(),
    );
    assert.ok(data.length > 0);
  });

  it('count by buckets of minutes and hours', async () => {
    const from = Math.floor(Date.parse(own[0]?.requestedAt ?? '') / 60_000) * 60_000;
    for (const [bucket, minutes] of Object.entries({
      minute: 1,
      '5minutes': 5,
      '15minutes': 15,
      '6hours': 360,
    })) {
      const to = from + 20 * minutes * 60_000;
      const body = QueryBody.parse({ measures: ['interactions'], bucket, from, to });
      const { rows } = await runQuery(store, APP, body, NOW);
      const starts = rows.map(({ time }) => Date.parse(time ?? ''));
      assert.deepEqual(new Set(starts.map((start) => start % (minutes * 60_000))), new Set([0]));
      for (const [i, row] of rows.entries()) {
        const end = starts[i + 1] ?? to;
        const within = ({ requestedAt }: Interaction) => {
          const at = Date.parse(requestedAt);
          return at >= Math.max(from, starts[i] ?? 0) && at < Math.min(end, to);
        };
        assert.equal(row.interactions, own.filter(within).length, `${bucket} ${row.time}`);
      }
    }
  });

  it('sum up all groups beyond the limit as others', async () => {
    const body = QueryBody.parse({
      measures: ['interactions', 'users'],
      dimensions: ['user'],
      limit: 2,
      others: true,
    });
    const { rows } = await runQuery(store, APP, body, NOW);
    assert.deepEqual(
      rows.map(({ others }) => others ?? false),
      [false, false, true],
    );
    const shown = new Set(rows.filter(({ others }) => !others).map(({ user }) => user));
    const range = rangeOf({}, NOW);
    const rest = own.filter(
      ({ user, requestedAt }) => !shown.has(user?.key ?? null) && Date.parse(requestedAt) < range.to,
    );
    assert.equal(rows[2]?.interactions, rest.length);
    assert.equal(rows[2]?.users, new Set(rest.map(({ user, id }) => user?.key ?? id)).size);
  });

  it('are answered together as each for itself, by one pass over the rows', async (test) => {
    const range = { from: NOW - 20 * DAY, to: NOW - DAY, bucket: 'day' } as const;
    const models = { ...range, dimensions: ['model'], limit: 2, others: true };
    const passes: [number, Queries][] = [
      [
        1,
        [
          QueryBody.parse({ ...range, measures: ['interactions', 'sessions', 'costUsd'] }),
          QueryBody.parse({ ...range, measures: ['latencyP50', 'latencyP99', 'costUsd'] }),
        ],
      ],
      [
        1,
        [
          QueryBody.parse({ ...models, measures: ['interactions'] }),
          QueryBody.parse({ ...models, measures: ['costUsd'], order: 'asc', limit: 3 }),
          QueryBody.parse({ ...models, measures: ['errorRate', 'costUsd'], orderBy: 'model' }),
        ],
      ],
      // The store ranks users: their first ones are a statement, and their rows another.
      [2, [QueryBody.parse({ ...models, measures: ['interactions'], dimensions: ['user'] })]],
    ];
    for (const [statements, queries] of passes) {
      const alone = [];
      for (const body of queries) alone.push(await runQuery(store, BOTH, body, NOW));
      const counted = test.mock.method(store, 'query');
      assertAlmostEqual(await runTogether(store, BOTH, queries, NOW), alone, JSON.stringify(queries[0]));
      assert.equal(counted.mock.callCount(), statements);
      counted.mock.restore();
      const keys = new Set(queries.map((body) => passOf(BOTH, body)));
      assert.deepEqual([keys.size, keys.has(null)], [1, queries.length === 1]);
    }
    const one = QueryBody.parse({ measures: ['users'] });
    assert.notEqual(passOf(BOTH, one), passOf(APP, one));
    assert.notEqual(passOf(APP, one), passOf(APP, { ...one, filters: { outcome: ['ok'] } }));
  });

  it('add the names of the users among their groups', async () => {
    const ask = (names: boolean, dimensions: string[]) =>
      runQuery(store, APP, QueryBody.parse({ measures: ['interactions'], dimensions, names }), NOW);
    const { rows, users } = await ask(true, ['user']);
    const known = rows.flatMap(({ user }) => (typeof user === 'string' ? [user] : []));
    assert.ok(known.length > 1);
    assert.deepEqual(users?.map(({ key }) => key).sort(), known.sort());
    const names = await listUserNames(store, APP, ListUserNamesQuery.parse({ user: known }));
    assert.deepEqual(users, names.data);
    assert.equal((await ask(false, ['user'])).users, undefined);
    await assert.rejects(
      ask(true, ['model']),
      (error) => error instanceof ApiError && error.code === 'invalid_query',
    );
  });

  it('find words and phrases in any case and script', async () => {
    const search = async (q: string) => {
      const { data } = await listInteractions(store, APP, ListInteractionsQuery.parse({ q, limit: 500 }));
      return data.map(({ id }) => id).sort();
    };
    const containing = (test: (text: string) => boolean) =>
      own
        .filter(({ inputText, outputText }) => test(`${inputText} § ${outputText}`))
        .map(({ id }) => id)
        .sort();
    assert.deepEqual(
      await search('GRÖßE quick'),
      containing((text) => /Größe.*quick/s.test(text)),
    );
    assert.deepEqual(
      await search('"quick brown"'),
      containing((text) => text.includes('quick—brown')),
    );
    assert.deepEqual(
      await search('οδος "tell ME of"'),
      containing((text) => text.includes('ΟΔΟΣ')),
    );
    assert.deepEqual(
      await search('number7'),
      containing((text) => /number7(?!\d)/.test(text)),
    );
    assert.deepEqual(await search('fox nowhere'), []);
  });

  it('are cut off with an error when they take too much time or memory', async () => {
    const refusal = async (limits: QueryLimits, sql: string) => {
      const narrow = new Store(address, limits);
      cleanups.push(() => narrow.close());
      const error = await narrow.query(z.unknown(), sql).then(
        () => null,
        (failure: unknown) => failure,
      );
      return storeRefusal(error);
    };
    const slow = await refusal(
      { seconds: 1, bytes: 1e9 },
      'SELECT sum(sipHash64(number)) FROM numbers(1e12)',
    );
    const large = await refusal(
      { seconds: 240, bytes: 5e7 },
      'SELECT length(groupArray(number)) FROM numbers(1e8)',
    );
    for (const refused of [slow, large]) {
      assert.equal(refused?.status, 503);
      assert.match(refused?.message ?? '', /narrow it/);
    }
    const limits = { seconds: 30, bytes: 1e9 };
    const long = await refusal(
      { ...limits, answer: { rows: 10, bytes: 1e9 } },
      'SELECT number FROM numbers(1e6)',
    );
    const wide = await refusal(
      { ...limits, answer: { rows: 10_000, bytes: 1e6 } },
      "SELECT materialize(repeat('x', 1000)) AS text FROM numbers(5000)",
    );
    for (const refused of [long, wide]) {
      assert.equal(refused?.status, 503);
      assert.match(refused?.message ?? '', /too large: ask for a shorter range/);
    }
  });

  it('are refused, with advice, when the answer would have too many values', async () => {
    const everything = {
      measures: [...MEASURES],
      dimensions: ['model', 'user'],
      bucket: 'minute',
      from: NOW - 1000 * 60_000,
      to: NOW,
      limit: 40,
    };
    await assert.rejects(runQuery(store, APP, QueryBody.parse(everything), NOW), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.status, 422);
      assert.match(error.details.issues?.[0]?.message ?? '', /ask for fewer measures, lower the limit/);
      return true;
    });
    // Eight groups are within the limit.
    const { rows } = await runQuery(store, APP, QueryBody.parse({ ...everything, limit: 8 }), NOW);
    assert.equal(rows.length % 1000, 0);
  });

  it('use the projections and the word index', async () => {
    const plan = async (statement: Statement, params: Parameters<Store['query']>[2]) => {
      const rows = await store.query(
        z.object({ explain: z.string() }),
        `EXPLAIN indexes = 1, projections = 1 ${render(statement, SINGLE_SERVER)}`,
        params,
      );
      return rows.map(({ explain }) => explain).join('\n');
    };
    const body = QueryBody.parse({
      measures: ['interactions', 'costUsd', 'errorRate', 'tokensPerSecond', 'toolCallRate', 'latencyMean'],
      dimensions: ['model', 'hourOfDay'],
      bucket: 'day',
      timezone: 'Asia/Kolkata',
      filters: { outcome: 'ok' },
    });
    const daily = planQuery(APP, body, NOW, false);
    const { sql, params } = rowsStatement(daily, daily.shown);
    assert.match(await plan(sql, params), /ReadFromMergeTree \(by_quarter_hour\)/);
    const byId = 'SELECT app_id, requested_at FROM interactions WHERE id = {id:UUID}';
    assert.match(await plan(byId, { id: own[0]?.id ?? '' }), /by_id/);
  });
});

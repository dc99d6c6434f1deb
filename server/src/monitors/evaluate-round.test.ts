/** Rounds of evaluation on a real metadata database, with a clock and a stream of the test's own. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { MonitorDefinition, QueryBody, QueryRow } from '@parley/contract';
import type { Kysely } from 'kysely';
import { testMetadata } from '../../test/support/metadata.ts';
import { ON_POSTGRES } from '../../test/support/metadata-address.ts';
import { createApplication } from '../accounts/applications/create-application.ts';
import { forgetApplication } from '../accounts/applications/forget-application.ts';
import { requestDeletion } from '../accounts/applications/request-deletion.ts';
import { endIncidents } from '../accounts/monitors/end-incidents.ts';
import { readHistory } from '../accounts/monitors/history.ts';
import { listMonitors } from '../accounts/monitors/stored-monitor.ts';
import { readMetadata, withMetadataSnapshot, writeMetadata } from '../metadata/copy-metadata.ts';
import type { Tables } from '../metadata/tables.ts';
import { evaluateRound, type RoundSources } from './evaluate-round.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.parse('2026-11-10T00:00:00Z');

type Event = { time: number; cost: number; user: string };

/** An application with a channel, and a clock, a stream and a store that the test moves. */
async function world(context: TestContext) {
  const metadata = await testMetadata(context);
  const { db } = metadata;
  const { id: app } = await createApplication(db, { name: 'Shop' });
  await db
    .insertInto('channel')
    .values({
      ...{ id: 'chan_1', app_id: app, kind: 'webhook', name: 'On call', target: '{}', secret: null },
      ...{ previous_secret: null, previous_secret_until: null, created_by: null, created_at: START },
      ...{ disabled_at: null, disabled_reason: null },
    })
    .execute();
  const events: Event[] = [];
  const asked: QueryBody[] = [];
  const it = {
    ...{ metadata, db, app, events, asked, clock: START },
    /** How far what was received is stored; the clock when null. */
    known: null as number | null,
    away: null as string | null,
    failure: null as Error | null,
  };
  const sources = (on: Kysely<Tables>): RoundSources => ({
    db: on,
    known: async () => it.known ?? it.clock,
    ask: async (_app, body) => {
      if (it.failure) throw it.failure;
      asked.push(body);
      return rowsOf(events, body);
    },
    storeAway: () => it.away,
    baseUrl: () => 'https://parley.example.com',
    now: () => it.clock,
    isStopping: () => false,
    onJudged: () => {},
  });
  return Object.assign(it, { sources, round: () => evaluateRound(sources(db)) });
}
type World = Awaited<ReturnType<typeof world>>;

function rowsOf(
  events: readonly Event[],
  { from = 0, to = 0, dimensions, order, limit }: QueryBody,
): QueryRow[] {
  const inside = events.filter(({ time }) => time >= from && time < to);
  const groups = dimensions.length > 0 ? Map.groupBy(inside, ({ user }) => user) : new Map([['', inside]]);
  return [...groups]
    .map(([user, rows]) => ({
      ...(dimensions.length > 0 ? { user } : {}),
      interactions: rows.length,
      costUsd: rows.reduce((sum, { cost }) => sum + cost, 0),
      errorRate: rows.length === 0 ? null : 0,
    }))
    .sort((a, b) => (order === 'asc' ? a.costUsd - b.costUsd : b.costUsd - a.costUsd))
    .slice(0, limit);
}

const TRAFFIC: MonitorDefinition = {
  ...{ measure: 'interactions', filters: {}, groupBy: null, window: '5m', condition: { below: 1 } },
  ...{ steps: null, minimum: 0, for: 0, margin: 0, noData: 'ok', every: null },
};
const BUDGET: MonitorDefinition = {
  ...TRAFFIC,
  ...{ measure: 'costUsd', window: 'day', condition: { above: 10 }, steps: [0.5, 0.8, 1] },
};

async function addMonitor(
  { db, app }: Pick<World, 'db' | 'app'>,
  definition: MonitorDefinition,
  id = 'mon_1',
): Promise<void> {
  await db
    .insertInto('monitor')
    .values({
      ...{ id, app_id: app, name: 'Traffic', definition: JSON.stringify(definition), created_by: null },
      ...{ created_at: START, updated_by: null, updated_at: START, muted_until: null, next_at: START },
    })
    .execute();
  await db.insertInto('monitor_channel').values({ monitor_id: id, channel_id: 'chan_1' }).execute();
}

async function sent({ db }: World): Promise<string[]> {
  const rows = await db.selectFrom('delivery').select(['type', 'body']).orderBy('created_at').execute();
  return rows.map(({ type, body }) => {
    const { data } = JSON.parse(body);
    return [type, data.state, data.group, data.step].filter((part) => part !== null).join(' ');
  });
}

async function states({ db }: World): Promise<string[]> {
  const rows = await db.selectFrom('monitor_state').selectAll().orderBy('group_value').execute();
  return rows.map(({ group_value, state }) => `${group_value} ${state}`.trim());
}

test('a monitor fires and recovers once each, with state, history and message together', async (context) => {
  const it = await world(context);
  await addMonitor(it, TRAFFIC);
  for (let i = 0; i < 3; i++, it.clock += MINUTE) await it.round();
  assert.deepEqual(await states(it), ['firing']);
  it.events.push({ time: it.clock - 1000, cost: 1, user: 'a' });
  for (let i = 0; i < 3; i++, it.clock += MINUTE) await it.round();
  assert.deepEqual(await sent(it), ['monitor.firing firing', 'monitor.recovered ok']);
  const history = await readHistory(it.db, { monitorId: 'mon_1', limit: 10 });
  assert.deepEqual(
    history.map(({ from_state, to_state, value }) => [from_state, to_state, value]),
    [
      ['firing', 'ok', 1],
      ['ok', 'firing', 0],
    ],
  );
  const { body } = await it.db
    .selectFrom('delivery')
    .select('body')
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  assert.equal(JSON.parse(body).data.monitor.url, `https://parley.example.com/apps/${it.app}/monitors/mon_1`);
});

test('while what was received is not stored, a monitor waits, says so, and raises no alarm', async (context) => {
  const it = await world(context);
  await addMonitor(it, TRAFFIC);
  it.events.push({ time: START - MINUTE, cost: 1, user: 'a' });
  await it.round();
  it.known = START;
  for (let i = 0; i < 20; i++, it.clock += MINUTE) await it.round();
  const waiting = (await listMonitors(it.db, [it.app]))[0];
  assert.equal(waiting?.waitingWhy, 'What was received is not stored yet.');
  assert.ok(waiting.waitingSince !== null && waiting.waitingSince < START + 2 * MINUTE);
  it.away = 'The store is silent.';
  await it.round();
  assert.equal((await listMonitors(it.db, [it.app]))[0]?.waitingWhy, 'The store is silent.');
  assert.deepEqual(await sent(it), []);

  // Everything that waited is there at once: one evaluation, no alarm.
  it.away = null;
  it.known = null;
  it.events.push({ time: it.clock - MINUTE, cost: 1, user: 'a' });
  it.asked.length = 0;
  await it.round();
  assert.equal(it.asked.length, 1);
  const judged = (await listMonitors(it.db, [it.app]))[0];
  assert.deepEqual([judged?.waitingSince, judged?.waitingWhy], [null, null]);
  assert.deepEqual(await sent(it), []);
});

test('each step of a budget is told once in a day, and late data is noted quietly', async (context) => {
  const it = await world(context);
  await addMonitor(it, { ...BUDGET, groupBy: 'user' });
  const until = async (time: number) => {
    for (; it.clock < time; it.clock += 10 * MINUTE) await it.round();
  };
  await until(START + 60 * MINUTE);
  it.events.push({ time: START + 61 * MINUTE, cost: 6, user: 'ann' }, { time: START, cost: 1, user: 'bob' });
  await until(START + 5 * 60 * MINUTE);
  it.events.push({ time: START + 6 * 60 * MINUTE, cost: 6, user: 'ann' });
  await until(START + 23 * 60 * MINUTE);
  const day = ['monitor.firing firing ann 0.5', 'monitor.firing firing ann 1'];
  assert.deepEqual(await sent(it), day);
  const forecast = await it.db.selectFrom('monitor_state').select('forecast').executeTakeFirstOrThrow();
  assert.ok(forecast.forecast !== null && forecast.forecast > 12 && forecast.forecast < 13);

  await until(START + DAY + 60 * MINUTE);
  assert.deepEqual(await sent(it), [...day, 'monitor.recovered ok ann']);
  it.events.push({ time: START + 60 * MINUTE, cost: 4.5, user: 'bob' });
  await until(START + DAY + 2 * 60 * MINUTE);
  assert.equal((await sent(it)).length, 3);
  const late = (await readHistory(it.db, { monitorId: 'mon_1', limit: 100 })).filter(
    ({ quiet }) => quiet === 'late',
  );
  assert.deepEqual(
    late.map(({ group_value, step, period }) => [group_value, step, period]),
    [['bob', 0.5, START]],
  );
});

test('two nodes that judge the same monitors at the same time tell each change once', async (context) => {
  const it = await world(context);
  for (let i = 0; i < 5; i++) await addMonitor(it, { ...TRAFFIC, groupBy: null }, `mon_${i}`);
  // SQLite serves one process: there, two rounds at a time stand for two nodes.
  const other = ON_POSTGRES ? it.metadata.connect().db : it.db;
  for (let i = 0; i < 12; i++, it.clock += MINUTE) {
    if (i === 4) it.events.push({ time: it.clock - 1, cost: 1, user: 'a' });
    await Promise.all([evaluateRound(it.sources(it.db)), evaluateRound(it.sources(other))]);
  }
  const news = await sent(it);
  assert.equal(news.filter((one) => one === 'monitor.firing firing').length, 10, 'before and after the call');
  assert.equal(news.filter((one) => one === 'monitor.recovered ok').length, 5);
  assert.equal(news.length, 15);
});

test('monitors that ask about the same rows share one question', async (context) => {
  const it = await world(context);
  await addMonitor(it, TRAFFIC, 'mon_1');
  await addMonitor(it, { ...TRAFFIC, measure: 'costUsd', condition: { above: 5 } }, 'mon_2');
  await addMonitor(it, { ...TRAFFIC, filters: { model: ['m'] } }, 'mon_3');
  await it.round();
  assert.deepEqual(it.asked.map(({ measures }) => measures.toSorted()).sort(), [
    ['costUsd', 'interactions'],
    ['interactions'],
  ]);
});

test('a question that fails three times is told once, and so is the end of it', async (context) => {
  const it = await world(context);
  await addMonitor(it, { ...TRAFFIC, condition: { above: 5 } });
  it.failure = new Error('The question took too long.');
  for (let i = 0; i < 6; i++, it.clock += MINUTE) await it.round();
  assert.deepEqual(await sent(it), ['monitor.firing failing']);
  assert.equal((await listMonitors(it.db, [it.app]))[0]?.failingWhy, 'The question took too long.');
  it.failure = null;
  for (let i = 0; i < 3; i++, it.clock += MINUTE) await it.round();
  assert.deepEqual(await sent(it), ['monitor.firing failing', 'monitor.recovered ok']);
});

test('a muted monitor tells nobody until the time is over', async (context) => {
  const it = await world(context);
  await addMonitor(it, TRAFFIC);
  await it.db
    .updateTable('monitor')
    .set({ muted_until: START + 5 * MINUTE })
    .execute();
  for (let i = 0; i < 4; i++, it.clock += MINUTE) await it.round();
  assert.deepEqual([await sent(it), await states(it)], [[], ['firing']]);
  const [change] = await readHistory(it.db, { monitorId: 'mon_1', limit: 1 });
  assert.equal(change?.quiet, 'muted');
  for (let i = 0; i < 4; i++, it.clock += MINUTE) await it.round();
  assert.deepEqual(await sent(it), ['monitor.firing firing']);
});

test('monitors are copied with their states, history and messages, and go with their application', async (context) => {
  const it = await world(context);
  await addMonitor(it, TRAFFIC);
  await it.round();
  const tables = [
    'channel',
    'delivery',
    'monitor',
    'monitor_channel',
    'monitor_state',
    'monitor_change',
  ] as const;
  const rows = async (db: Kysely<Tables>) => {
    const all = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    return all.map((found) => found.map((row) => JSON.stringify(row)).sort());
  };
  const before = await rows(it.db);
  assert.deepEqual(
    before.map(({ length }) => length),
    [1, 1, 1, 1, 1, 1],
  );
  const copy = await testMetadata(context);
  await withMetadataSnapshot(it.db, (tx) => writeMetadata(copy.db, readMetadata(tx)));
  assert.deepEqual(await rows(copy.db), before);

  const [monitor] = await listMonitors(it.db, [it.app]);
  assert.ok(monitor);
  await it.db
    .transaction()
    .execute((tx) => endIncidents(tx, monitor, 'Changed.', { now: it.clock, baseUrl: '' }));
  assert.deepEqual((await sent(it)).sort(), ['monitor.firing firing', 'monitor.recovered ok']);

  await requestDeletion(it.db, it.app);
  await it.round();
  await forgetApplication(it.db, it.app);
  assert.deepEqual(
    (await rows(it.db)).map(({ length }) => length),
    [0, 0, 0, 0, 0, 0],
  );
});

test('slow monitors of one application do not hold up those of another', async (context) => {
  const it = await world(context);
  const { id: other } = await createApplication(it.db, { name: 'Other' });
  // Each with a question of its own, and all due as early as the other one.
  for (let i = 0; i < 20; i++)
    await addMonitor(it, { ...TRAFFIC, filters: { user: [`user ${i}`] } }, `mon_slow_${i}`);
  await addMonitor({ db: it.db, app: other }, TRAFFIC, 'mon_other');
  it.clock += MINUTE;
  const judged: string[] = [];
  const slow: RoundSources = {
    ...it.sources(it.db),
    ask: async (app) => {
      judged.push(app);
      if (app === it.app) it.clock += 15_000;
      return [{ interactions: 1 }];
    },
  };
  const began = it.clock;
  await evaluateRound(slow);
  assert.ok(judged.slice(0, 2).includes(other), judged.join());
  assert.ok(it.clock - began < MINUTE, 'a round ends');
  assert.ok(judged.length < 20);
  for (let i = 0; i < 20; i++) await evaluateRound(slow);
  const waiting = await it.db.selectFrom('monitor').select('id').where('judged_at', 'is', null).execute();
  assert.deepEqual(waiting, [], 'every monitor has its turn');
});

test('a monitor that cannot be written holds up no others, and the round fails', async (context) => {
  const it = await world(context);
  for (let i = 0; i < 3; i++) await addMonitor(it, TRAFFIC, `mon_${i}`);
  const { db } = it;
  // As if its channel were deleted while the round runs.
  const deleting: RoundSources = {
    ...it.sources(db),
    ask: async () => {
      await db.deleteFrom('channel').where('id', '=', 'chan_2').execute();
      return [];
    },
  };
  const { id: _, ...channel } = await db.selectFrom('channel').selectAll().executeTakeFirstOrThrow();
  await db
    .insertInto('channel')
    .values({ ...channel, id: 'chan_2' })
    .execute();
  await db.insertInto('monitor_channel').values({ monitor_id: 'mon_1', channel_id: 'chan_2' }).execute();
  await assert.rejects(evaluateRound(deleting), /foreign key/i);
  const judged = await db.selectFrom('monitor').select('id').where('judged_at', 'is not', null).execute();
  assert.deepEqual(judged.map(({ id }) => id).toSorted(), ['mon_0', 'mon_2']);
  await it.round();
  assert.deepEqual(await states(it), ['firing', 'firing', 'firing']);
  assert.equal((await sent(it)).length, 3);
});

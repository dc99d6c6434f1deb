/**
 * Monitors on two nodes with one PostgreSQL, of which one is killed again and again: every change is told once, by a message
 * that arrives. Moments, nodes and traffic are random; `PARLEY_TEST_SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MonitorDefinition, MonitorEvent } from '@parley/contract';
import { randomNumbers } from '@parley/sample/random';
import { type Kysely, sql } from 'kysely';
import { openMetadata } from '../src/metadata/database.ts';
import type { Tables } from '../src/metadata/tables.ts';
import { addChannel, SEAL_SECRET } from './support/channels.ts';
import { eventually } from './support/eventually.ts';
import { testDatabase } from './support/metadata-address.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { type Receiver, receiver } from './support/receiver.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const SEED = Number(process.env.PARLEY_TEST_SEED ?? randomInt(1_000_000));
/** Of calls that fail and calls that succeed, in turn: each rate fires and recovers twice. */
const PHASES = 4;
/** More than once around the rounds of a node, so that a kill meets any moment of them. */
const KILL_WITHIN_MS = 6000;
/** Two rounds, a start, and the patience of a busy machine; usually a quarter of a minute. */
const PHASE_MS = 120_000;
/** Messages that a killed node was sending are claimed for half a minute. */
const ARRIVED_MS = 60_000;
const MINUTE = 60_000;
const LOOK_MS = 250;

const USERS = ['ann', 'bob', 'cid'];
const RATES = 4;
const STEPS = [0.1, 0.2, 0.3, 0.5, 1];
const AMOUNT = 20;
const RATE: MonitorDefinition = {
  ...{ measure: 'errorRate', filters: {}, groupBy: 'user', window: '1d', condition: { above: 0.5 } },
  ...{ steps: null, minimum: 0, for: 0, margin: 0, noData: 'ok', every: null },
};
const BUDGET: MonitorDefinition = {
  ...RATE,
  ...{ measure: 'interactions', window: 'month', condition: { above: AMOUNT }, steps: STEPS },
};

describe(`monitors on two nodes (seed ${SEED})`, () => {
  const random = randomNumbers(SEED);
  const folders: string[] = [];
  const nodes: TestServer[] = [];
  const sent = new Map(USERS.map((user) => [user, { failed: 0, succeeded: 0 }]));
  const cleanups: (() => void | Promise<void>)[] = [];
  let clickhouseUrl = '';
  let databaseUrl = '';
  let db: Kysely<Tables>;
  let hook: Receiver;
  let calls = 0;

  async function start(place: number): Promise<void> {
    const env = {
      ...{ PARLEY_DATABASE_URL: databaseUrl, PARLEY_SECRET: SEAL_SECRET, PARLEY_WEBHOOK_PRIVATE: 'allow' },
      PARLEY_GRACE: '0',
    };
    nodes[place] = await startServer({ data: folders[place] ?? '', clickhouseUrl, env });
  }

  before(async () => {
    const hooks = { after: (clean: () => void | Promise<void>) => void cleanups.unshift(clean) };
    clickhouseUrl = (await storeProxy(hooks)).url;
    databaseUrl = await testDatabase(`monitors_nodes_${process.pid}`);
    hook = await receiver(hooks);
    // Some are killed between the answer and writing it down.
    hook.answer((response) => void setTimeout(() => response.writeHead(204).end(), random.below(200)));
    folders.push(await tempFolder(), await tempFolder());
    // Before they start: one that does not would leave the other running, and this process waiting for it.
    hooks.after(async () => void (await Promise.all(nodes.map((node) => node.stop()))));
    for (const place of folders.keys()) await start(place);
    // A node that is killed while it creates the tables of the store is waited for, which is not what this is about.
    await eventually(
      'the store is ready',
      () => nodes.some((node) => /the store is ready/.test(node.output())),
      PHASE_MS,
    );
    const metadata = openMetadata({ kind: 'postgres', url: databaseUrl });
    hooks.after(() => metadata.close());
    db = metadata.db;
    const { id: app } = await db.selectFrom('application').select('id').executeTakeFirstOrThrow();
    const { id: channel } = await addChannel(db, { app, target: { url: hook.url } });
    for (let i = 0; i < RATES; i++)
      // Different filters: each has a question of its own, so that a round takes a while.
      await addMonitor(app, channel, `mon_${i}`, { ...RATE, filters: { 'not.session': [`none ${i}`] } });
    await addMonitor(app, channel, 'mon_budget', BUDGET);
  });
  after(async () => {
    for (const clean of cleanups) await clean();
  });

  async function addMonitor(
    app: string,
    channel: string,
    id: string,
    definition: MonitorDefinition,
  ): Promise<void> {
    await db
      .insertInto('monitor')
      .values({
        ...{ id, app_id: app, name: id, definition: JSON.stringify(definition), next_at: 0 },
        ...{ created_by: null, created_at: 0, updated_by: null, updated_at: 0, muted_until: null },
      })
      .execute();
    await db.insertInto('monitor_channel').values({ monitor_id: id, channel_id: channel }).execute();
  }

  async function send(
    user: string,
    outcome: 'failed' | 'succeeded',
    node = random.pick(nodes),
  ): Promise<void> {
    const failure = { response: { error: { message: 'Overloaded', type: 'server_error' } } };
    const payload = payloadOf('openai', 'chat', {
      ...{ user: { userId: user }, ...(outcome === 'failed' ? failure : {}) },
    });
    payload.request.seed = calls++;
    assert.equal((await node.post(bytesOf(payload))).status, 200);
    const counts = sent.get(user);
    if (counts) counts[outcome] += 1;
  }

  /** Sends what turns the rate of every user, and no more: calls in between do not turn it back. */
  async function sendPhase(phase: number, node?: TestServer): Promise<void> {
    const outcome = phase % 2 === 0 ? 'failed' : 'succeeded';
    for (const [user, { failed, succeeded }] of random.shuffled([...sent])) {
      const ahead = outcome === 'failed' ? succeeded - failed : failed - succeeded;
      for (let more = ahead + 1 + random.below(2); more > 0; more--) await send(user, outcome, node);
    }
  }

  /** Kills one node. Either it is started again at once, or the other one takes over before. */
  async function killOne(): Promise<void> {
    const place = random.below(2);
    nodes[place]?.signal('SIGKILL');
    await nodes[place]?.ended;
    if (random.next() < 0.5) await aMinuteWithout(nodeIn(folders[place] ?? ''));
    await start(place);
  }

  /** What the others find a minute after a node died. */
  async function aMinuteWithout(node: string): Promise<void> {
    await db
      .updateTable('node')
      .set({ seen_at: sql<number>`seen_at - ${sql.lit(MINUTE)}` })
      .where('name', '=', node)
      .execute();
    await db.updateTable('lease').set({ ends_at: 0 }).where('holder', '=', node).execute();
  }

  /**
   * Monitors are judged every half an hour or so; here, as soon as more is known than when they were judged last. What a
   * node knows that takes over may be older than that.
   */
  async function haveState(wanted: 'firing' | 'ok'): Promise<boolean> {
    // The nodes need the processors.
    await sleep(LOOK_MS);
    const atOnce = sql<number>`coalesce(judged_at, 0) + 1`;
    await db.updateTable('monitor').set({ next_at: atOnce }).where('next_at', '>', atOnce).execute();
    const states = await db
      .selectFrom('monitor_state')
      .select('state')
      .where('monitor_id', '!=', 'mon_budget')
      .execute();
    return states.length === RATES * USERS.length && states.every(({ state }) => state === wanted);
  }

  it('tell every change once, while one of them is killed again and again', async (test) => {
    test.diagnostic(`PARLEY_TEST_SEED=${SEED}`);
    for (let phase = 0; phase < PHASES; phase++) {
      const wanted = phase % 2 === 0 ? 'firing' : 'ok';
      await sendPhase(phase);
      // Not in the last phase: what was being sent would be claimed for half a minute more.
      const isLast = phase === PHASES - 1;
      const killing = isLast ? undefined : sleep(random.below(KILL_WITHIN_MS)).then(killOne);
      // Also when it fails: a node that starts later is stopped by nobody.
      await eventually(`phase ${phase} is ${wanted}`, () => haveState(wanted), PHASE_MS).finally(
        () => killing,
      );
    }
    const spent = ({ failed, succeeded }: { failed: number; succeeded: number }) => failed + succeeded;
    const steps = [...sent].flatMap(([user, counts]) =>
      STEPS.filter((step) => spent(counts) >= step * AMOUNT).map((step) => `mon_budget ${user} ${step}`),
    );
    await eventually(
      'all steps are reached',
      async () => {
        await haveState('ok');
        return (await changes()).filter(({ step }) => step !== null).length >= steps.length;
      },
      PHASE_MS,
    );
    await eventually('every message has arrived', async () => (await waiting()) === 0, ARRIVED_MS);

    const noted = await changes();
    assert.deepEqual(
      noted
        .filter(({ step }) => step !== null)
        .map(({ monitor_id, group_value, step }) => `${monitor_id} ${group_value} ${step}`)
        .sort(),
      steps.sort(),
      'each step of each user once',
    );
    for (let i = 0; i < RATES; i++)
      for (const user of USERS)
        assert.deepEqual(
          noted
            .filter(({ monitor_id, group_value }) => monitor_id === `mon_${i}` && group_value === user)
            .map(({ to_state }) => to_state),
          Array.from({ length: PHASES }, (_, phase) => (phase % 2 === 0 ? 'firing' : 'ok')),
          `mon_${i} ${user} fires and recovers in turn`,
        );

    const queued = await db.selectFrom('delivery').select(['id', 'body']).execute();
    const told = queued.map(({ body }) => {
      const { monitor, group, state, step } = MonitorEvent.parse(JSON.parse(body)).data;
      return `${monitor.id} ${group} ${state} ${step}`;
    });
    assert.deepEqual(
      told.sort(),
      noted
        .filter(({ quiet }) => quiet === null)
        .map(
          ({ monitor_id, group_value, to_state, step }) => `${monitor_id} ${group_value} ${to_state} ${step}`,
        )
        .sort(),
      'one message for each change that is told',
    );
    assert.deepEqual([...new Set(hook.ids())].sort(), queued.map(({ id }) => id).sort());
    const bodies = new Map(hook.received.map(({ id, body }) => [id, body]));
    for (const { id, body } of queued) assert.equal(bodies.get(id), body);
  });

  it('are judged by the node that is left, after a minute at most, when the other one dies', async (test) => {
    const [dying, living] = random.shuffled(nodes);
    assert.ok(dying && living);
    dying.signal('SIGKILL');
    await dying.ended;
    const died = Date.now();
    await sendPhase(PHASES, living);
    await eventually('the other one judges', () => haveState('firing'), PHASE_MS);
    // The limit is twice as long, since a busy machine takes its time to answer.
    test.diagnostic(`after ${Date.now() - died} ms`);
  });

  /** In the order in which they were noted. */
  function changes() {
    return db.selectFrom('monitor_change').selectAll().orderBy('at').execute();
  }

  async function waiting(): Promise<number> {
    const rows = await db.selectFrom('delivery').select('id').where('state', '!=', 'delivered').execute();
    return rows.length;
  }
});

function nodeIn(folder: string): string {
  return readFileSync(join(folder, 'node-id'), 'utf8').trim();
}

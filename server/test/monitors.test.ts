/** Monitors on a running server: judged when what they are about is stored, told once, changed by those who may. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Monitor, MonitorHistory, MonitorList, MonitorPreview } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../src/metadata/tables.ts';
import { type Answer, Browser, PASSWORD } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { metadataOf } from './support/metadata-of.ts';
import { nothingWaits } from './support/nothing-waits.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { type StoreProxy, storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORED_MS = 120_000;
const JUDGED_MS = 120_000;
const OWNER = 'owner@example.com';
const DAY = 24 * 3_600_000;

describe('a monitor', () => {
  let server: TestServer;
  let store: StoreProxy;
  let owner: Browser;
  let db: Kysely<Tables>;
  let app = '';
  const cleanups: (() => void | Promise<void>)[] = [];
  const cleaning = { after: (clean: () => void | Promise<void>) => void cleanups.unshift(clean) };

  before(async () => {
    store = await storeProxy(cleaning);
    const data = await tempFolder();
    const env = { PARLEY_INIT_EMAIL: OWNER, PARLEY_INIT_PASSWORD: PASSWORD, PARLEY_TRUST_PROXY: '1' };
    server = await startServer({ data, clickhouseUrl: store.url, env });
    cleaning.after(async () => void (await server.stop()));
    db = metadataOf(cleaning, { data });
    for (let i = 0; i < 12; i++) await send(i < 8 ? 'ann' : 'bob', Date.now() - i * 100);
    for (let i = 1; i < 5; i++) await send('ann', Date.now() - i * DAY);
    await nothingWaits(server, STORED_MS);
    owner = await new Browser(server).signIn(OWNER);
    app = ((await owner.get('/v1/me')).json.applications as { id: string }[])[0]?.id ?? '';
    await db
      .insertInto('channel')
      .values({
        ...{ id: 'chan_1', app_id: app, kind: 'webhook', name: 'On call', target: '{}', secret: null },
        ...{ previous_secret: null, previous_secret_until: null, created_by: null, created_at: 0 },
        // Nothing is sent from here.
        ...{ disabled_at: 1, disabled_reason: 'test' },
      })
      .execute();
  });
  after(async () => {
    for (const clean of cleanups) await clean();
  });

  async function send(user: string, at: number): Promise<void> {
    const timestamps = { request: at, response: at + 500 };
    const payload = payloadOf('openai', 'chat', { user: { userId: user }, timestamps });
    assert.equal((await server.post(bytesOf(payload))).status, 200);
  }

  async function create(more: Record<string, unknown>): Promise<Monitor> {
    const answer = await owner.post('/v1/monitors', {
      ...{ app, name: 'Calls', measure: 'interactions', window: '30d', notify: ['chan_1'], ...more },
    });
    assert.equal(answer.status, 200, answer.text);
    return Monitor.parse(answer.json);
  }

  async function read({ id }: Pick<Monitor, 'id'>): Promise<Monitor> {
    return Monitor.parse((await owner.get(`/v1/monitors/${id}`)).json);
  }

  async function judged(monitor: Pick<Monitor, 'id'>): Promise<Monitor> {
    await eventually('it is judged', async () => (await read(monitor)).judgedAt !== null, JUDGED_MS);
    return read(monitor);
  }

  async function toldOf(monitor: Pick<Monitor, 'id'>): Promise<string[]> {
    const rows = await db.selectFrom('delivery').selectAll().orderBy('created_at').execute();
    return rows
      .map(({ body }) => JSON.parse(body))
      .filter(({ data }) => data.monitor.id === monitor.id)
      .map(({ type, data }) => [type, data.group, data.step].filter((part) => part !== null).join(' '))
      .sort();
  }

  it('fires when it is judged, with the figure that caused it, and tells its channel once', async () => {
    const monitor = await create({ condition: { above: 15 }, filters: { user: ['ann', 'bob'] } });
    assert.deepEqual([monitor.state, monitor.judgedAt], ['ok', null]);
    const fired = await judged(monitor);
    assert.deepEqual(
      [fired.state, fired.groups[0]?.value, fired.filters],
      ['firing', 16, { user: ['ann', 'bob'] }],
    );
    assert.deepEqual(await toldOf(monitor), ['monitor.firing']);
    const history = MonitorHistory.parse((await owner.get(`/v1/monitors/${monitor.id}/history`)).json);
    assert.deepEqual(
      history.data.map(({ from, to, value, threshold }) => [from, to, value, threshold]),
      [['ok', 'firing', 16, 15]],
    );

    // Something else to judge: it begins anew, and who was told hears that it is over.
    const changed = await owner.send('PATCH', `/v1/monitors/${monitor.id}`, { condition: { above: 500 } });
    assert.equal(Monitor.parse(changed.json).state, 'ok');
    assert.deepEqual(await toldOf(monitor), ['monitor.firing', 'monitor.recovered']);
    assert.equal((await judged(monitor)).state, 'ok');
  });

  it('of groups names those that violate', async () => {
    const monitor = await create({ condition: { above: 5 }, groupBy: 'user' });
    const fired = await judged(monitor);
    assert.deepEqual(
      [fired.state, fired.unwell, fired.groups.map(({ group, value }) => [group, value])],
      ['firing', 1, [['ann', 12]]],
    );
    assert.deepEqual(await toldOf(monitor), ['monitor.firing ann']);
  });

  it('with steps is a budget: the steps that were reached are noted, and the highest is told', async () => {
    const budget = await create({ window: 'month', condition: { above: 14 }, steps: [0.25, 0.5, 5] });
    const fired = await judged(budget);
    // The calls of earlier days may lie in the month before.
    assert.deepEqual([fired.state, fired.groups[0]?.step], ['firing', 0.5]);
    assert.deepEqual(await toldOf(budget), ['monitor.firing 0.5']);
    const history = MonitorHistory.parse((await owner.get(`/v1/monitors/${budget.id}/history`)).json);
    assert.deepEqual(history.data.map(({ step, quiet }) => [step, quiet]).sort(), [
      [0.25, 'higherStep'],
      [0.5, null],
    ]);
  });

  it('is previewed over the last weeks, with the times at which it would have fired', async () => {
    const asked = { app, measure: 'interactions', window: '1d', condition: { above: 10 } };
    const answer = await owner.post('/v1/monitors/preview', asked);
    assert.equal(answer.status, 200, answer.text);
    const { points, fired, groups } = MonitorPreview.parse(answer.json);
    assert.ok(points.length >= 5 && points.length <= 31, `${points.length} points`);
    assert.deepEqual([fired.length, groups], [0, 1], 'the day with twelve calls is not over');
    const lower = await owner.post('/v1/monitors/preview', { ...asked, condition: { above: 0 } });
    assert.equal(MonitorPreview.parse(lower.json).fired.length, 1);
    const budget = { ...asked, window: 'month', condition: { above: 4 }, steps: [0.25] };
    const spent = MonitorPreview.parse((await owner.post('/v1/monitors/preview', budget)).json);
    assert.ok(spent.fired.length >= 1 && spent.fired.every(({ step }) => step === 0.25));
    for (const groupBy of ['user', 'label.plan', 'hourOfDay', 'score.stars']) {
      const short = await owner.post('/v1/monitors/preview', {
        ...{ ...asked, window: '5m', condition: { above: 0 }, groupBy },
      });
      assert.equal(short.status, 200, short.text);
      const weeks = MonitorPreview.parse(short.json);
      assert.equal(Date.parse(weeks.to) - Date.parse(weeks.from), 30 * DAY);
      const earlier = weeks.fired.filter(({ at }) => Date.parse(at) < Date.now() - DAY / 2);
      assert.equal(earlier.length, 4, `${groupBy}: one call on each of four days`);
      assert.ok(earlier.every(({ until }) => until !== null));
      if (groupBy === 'user') assert.equal(weeks.group, 'ann');
    }
  });

  it('that cannot be is refused with the field that is wrong', async () => {
    const wrong: [Record<string, unknown>, string][] = [
      [{ window: '1m', condition: { above: 1 } }, 'window'],
      [{ measure: 'firstAt', condition: { above: 1 } }, 'measure'],
      [{ window: '1d', condition: { above: 1 }, steps: [1] }, 'window'],
      [{ window: 'month', measure: 'errorRate', condition: { above: 1 }, steps: [1] }, 'measure'],
      [{ window: 'month', condition: { above: 1 }, steps: [1, 0.5] }, 'steps'],
      [{ condition: { above: 1, below: 2 } }, 'condition'],
      [{ condition: { above: 1 }, notify: ['chan_other'] }, 'notify.0'],
    ];
    for (const [more, path] of wrong) {
      const { json, text } = await owner.post('/v1/monitors', {
        ...{ app, name: 'x', measure: 'interactions', window: '30d', ...more },
      });
      const { issues = [] } = json as { issues?: { path: string }[] };
      assert.ok(
        json.code === 'invalid_query' && issues.some((issue) => issue.path.startsWith(path)),
        `${path}: ${text}`,
      );
    }
  });

  it('is read by everybody who reads the application, and changed by members', async () => {
    const monitor = await create({ name: 'Guarded', condition: { above: 1000 } });
    const path = `/v1/monitors/${monitor.id}`;
    const byToken = await server.get('/v1/monitors');
    assert.ok(MonitorList.parse(byToken.json).data.some(({ id }) => id === monitor.id));
    const account = await owner.account();
    const invited = async (name: string, role: string) => {
      const { link } = (await owner.post(`/v1/accounts/${account}/invitations`, { role })).json;
      const invitation = new URL(String(link)).hash.replace('#token=', '');
      return new Browser(server).signUp(`${name}@example.com`, { invitation });
    };
    const viewer = await invited('viewer', 'viewer');
    const member = await invited('member', 'member');
    const status = ({ status: code }: Answer) => code;
    assert.equal(status(await viewer.get(path)), 200);
    assert.equal(status(await viewer.send('PATCH', path, { enabled: false })), 403);
    assert.equal(status(await viewer.send('DELETE', path)), 403);
    assert.equal(
      status(
        await viewer.post('/v1/monitors', {
          app,
          name: 'x',
          measure: 'errors',
          window: '1h',
          condition: { above: 1 },
        }),
      ),
      403,
    );
    const muted = await member.send('PATCH', path, { mutedUntil: '2099-01-01T00:00:00Z', enabled: false });
    const { mutedUntil, enabled, updatedBy, nextAt } = Monitor.parse(muted.json);
    assert.deepEqual([mutedUntil, enabled, nextAt], ['2099-01-01T00:00:00.000Z', false, null]);
    assert.notEqual(updatedBy, monitor.updatedBy);
    assert.equal(status(await member.send('DELETE', path)), 200);
    assert.equal(status(await owner.get(path)), 404);
  });

  it('waits while the store is away, says why, and raises no alarm for what waits in the journal', async () => {
    const monitor = await create({ window: '5m', condition: { below: 1 }, filters: { user: 'ann' } });
    const calm = await judged(monitor);
    store.close();
    await send('ann', Date.now());
    await eventually('it waits', async () => (await read(monitor)).waitingSince !== null, 180_000);
    const waiting = await read(monitor);
    assert.match(String(waiting.waitingWhy), /store|stored/i);
    assert.equal(waiting.state, calm.state);
    store.open();
    await eventually(
      'it is judged again',
      async () => (await read(monitor)).waitingSince === null,
      JUDGED_MS,
    );
    assert.ok(String((await read(monitor)).judgedAt) > String(calm.judgedAt));
    const metrics = (await server.get('/metrics')).text;
    assert.match(metrics, /parley_monitor_evaluations_total [1-9]/);
  });
});

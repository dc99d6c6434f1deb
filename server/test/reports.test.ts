/** Reports: made once for their period from what is stored, sent by webhook, Slack and email. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Channel, ReportEvent } from '@parley/contract';
import { openMetadata } from '../src/metadata/database.ts';
import { Browser } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { metadataAddressOf } from './support/metadata-address.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { receiver } from './support/receiver.ts';
import { startServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const DAY = 24 * 60 * 60_000;
const PATIENCE_MS = 180_000;

it('a report says what was stored in its period, once, and is made up for after its time, or sent when asked for', async (test) => {
  const { url: clickhouseUrl } = await storeProxy(test);
  const [webhook, slack] = [await receiver(test), await receiver(test)];
  const data = await tempFolder();
  const server = await startServer({ data, clickhouseUrl, env: { PARLEY_WEBHOOK_PRIVATE: 'allow' } });
  test.after(async () => void (await server.stop()));
  const owner = await new Browser(server).signUp('ann@example.com', { name: 'Ann' });
  const { id: app, ...keys } = await owner.createApplication('Shop');
  const yesterday = Math.floor(Date.now() / DAY) * DAY - DAY / 2;
  for (const [at, model] of [
    [yesterday, 'gpt-4o'],
    [yesterday + 1000, 'gpt-4o'],
    [yesterday + 2000, 'own-model'],
    [yesterday - DAY, 'gpt-4o'],
  ] as const) {
    const request = { model, messages: [{ role: 'user', content: `Secret words of ${at}` }] };
    const changes = { request, user: { userId: 'jane' }, timestamps: { request: at, response: at + 500 } };
    const answer = await server.post(bytesOf(payloadOf('openai', 'chat', changes, keys)));
    assert.equal(answer.status, 200, answer.text);
  }
  const channels = [];
  for (const [kind, url] of [
    ['webhook', webhook.url],
    ['slack', slack.url],
  ])
    channels.push(Channel.parse((await owner.post('/v1/channels', { app, kind, name: kind, url })).json).id);
  const report = { app, name: 'Production', schedule: 'daily', hour: 0, notify: channels };
  const { json, status, text } = await owner.post('/v1/reports', report);
  assert.equal(status, 200, text);
  assert.equal((await owner.post('/v1/reports', { ...report, notify: ['chan_other'] })).status, 422);

  // As if the server had been away for some days at the time of the report.
  const { db } = openMetadata(metadataAddressOf(data));
  const due = Math.floor(Date.now() / DAY) * DAY;
  await db.updateTable('report').set({ next_at: due }).where('id', '=', String(json.id)).execute();
  await db.destroy();
  await eventually('both are told', () => webhook.received.length + slack.received.length === 2, PATIENCE_MS);

  const { data: said } = ReportEvent.parse(JSON.parse(webhook.received[0]?.body ?? ''));
  assert.equal(said.period.from, new Date(due - DAY).toISOString());
  const interactions = said.figures.find(({ measure }) => measure === 'interactions');
  assert.deepEqual([interactions?.value, interactions?.before], [3, 1]);
  assert.deepEqual(said.models[0]?.model, 'gpt-4o');
  assert.deepEqual(said.users, [{ user: 'jane', costUsd: said.users[0]?.costUsd, interactions: 3 }]);
  assert.equal(
    said.chart.reduce((sum, one) => sum + one.interactions, 0),
    3,
  );
  for (const { body } of [...webhook.received, ...slack.received]) assert.ok(!body.includes('Secret words'));
  assert.match(slack.received[0]?.body ?? '', /Daily report: Production/);

  const { json: listed } = await owner.get(`/v1/reports?app=${app}`);
  const [shown] = listed.data as { nextAt: string; sentAt: string | null }[];
  assert.ok(shown && Date.parse(shown.nextAt) > Date.now() && shown.sentAt !== null);

  for (const [changes, why] of [
    [{ enabled: false }, /switched off/],
    [{ enabled: true, notify: [] }, /no channel/],
  ] as const) {
    await owner.send('PATCH', `/v1/reports/${json.id}`, changes);
    const refused = await owner.post(`/v1/reports/${json.id}/send`);
    assert.equal(refused.status, 409);
    assert.match(refused.text, why);
  }
  await owner.send('PATCH', `/v1/reports/${json.id}`, { notify: channels.slice(0, 1) });
  for (const _ of ['once', 'again']) await owner.post(`/v1/reports/${json.id}/send`);
  await eventually('it is sent when asked for', () => webhook.received.length === 2, PATIENCE_MS);
  const { data: again } = ReportEvent.parse(JSON.parse(webhook.received[1]?.body ?? ''));
  assert.deepEqual([again.period, again.figures], [said.period, said.figures]);

  const preview = await owner.get(`/v1/reports/${json.id}/preview`);
  assert.deepEqual(ReportEvent.parse(preview.json).data.figures, said.figures);
});

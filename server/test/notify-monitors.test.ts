/** From a stored interaction to the receiver: a monitor fires, and its channels tell. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MonitorEvent } from '@parley/contract';
import { Webhook } from 'standardwebhooks';
import { Browser, PASSWORD } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { nothingWaits } from './support/nothing-waits.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { receiver } from './support/receiver.ts';
import { startServer } from './support/server-process.ts';
import { smtpServer } from './support/smtp-server.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const OWNER = 'owner@example.com';
const TOLD_MS = 120_000;
/** Who calls is up to whoever calls. */
const USER = '<!channel> <b>&';
const WORDS = 'words of the conversation';

it('a monitor that fires is told by webhook, Slack and email, escaped and without the conversation', async (test) => {
  const { url: clickhouseUrl } = await storeProxy(test);
  const [hook, slack, smtp] = [await receiver(test), await receiver(test), await smtpServer(test)];
  const env = {
    PARLEY_INIT_EMAIL: OWNER,
    PARLEY_INIT_PASSWORD: PASSWORD,
    PARLEY_WEBHOOK_PRIVATE: 'allow',
    PARLEY_SMTP_URL: smtp.url,
    PARLEY_MAIL_FROM: 'parley@example.com',
    PARLEY_PUBLIC_URL: 'https://parley.example.com',
  };
  const server = await startServer({ data: await tempFolder(), clickhouseUrl, env });
  test.after(async () => void (await server.stop()));
  for (let i = 0; i < 3; i++) {
    const request = { model: 'm', messages: [{ role: 'user', content: WORDS }] };
    const at = Date.now() - 1000 - i;
    const timestamps = { request: at, response: at + 500 };
    const payload = payloadOf('openai', 'chat', { user: { userId: USER }, request, timestamps });
    assert.equal((await server.post(bytesOf(payload))).status, 200);
  }
  await nothingWaits(server, TOLD_MS);
  const owner = new Browser(server);
  const origin = { Origin: env.PARLEY_PUBLIC_URL };
  const post = async (path: string, body: unknown) => {
    const answer = await owner.post(path, body, origin);
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  await post('/v1/auth/sign-in', { email: OWNER, password: PASSWORD });
  const app = ((await owner.get('/v1/me')).json.applications as { id: string }[])[0]?.id ?? '';
  const webhook = await post('/v1/channels', { app, kind: 'webhook', name: 'Hook', url: hook.url });
  const others = [
    await post('/v1/channels', { app, kind: 'slack', name: 'Slack', url: slack.url }),
    await post('/v1/channels', { app, kind: 'email', name: 'Mail', to: ['ops@example.com'] }),
  ];
  const monitor = await post('/v1/monitors', {
    ...{ app, name: 'Calls', measure: 'interactions', window: '30d', groupBy: 'user' },
    condition: { above: 2 },
    notify: [webhook, ...others].map(({ id }) => id),
  });

  await eventually(
    'everybody is told',
    () => hook.received.length > 0 && slack.received.length > 0 && smtp.letters.length > 0,
    TOLD_MS,
  );
  const [message] = hook.received;
  assert.ok(message);
  const headers = message.headers as Record<string, string>;
  const event = MonitorEvent.parse(new Webhook(String(webhook.secret)).verify(message.body, headers));
  const { group, value, threshold } = event.data;
  assert.deepEqual([event.type, group, value, threshold], ['monitor.firing', USER, 3, 2]);
  assert.match(event.data.monitor.url, /^https:\/\/parley\.example\.com\//);
  assert.match(slack.received[0]?.body ?? '', /&lt;!channel&gt; &lt;b&gt;&amp;/);
  assert.doesNotMatch(slack.received[0]?.body ?? '', /<!channel>/);
  assert.match(smtp.letters[0] ?? '', /&lt;!channel&gt; &lt;b&gt;&amp;/);
  for (const sent of [message.body, slack.received[0]?.body, smtp.letters[0]])
    assert.ok(!sent?.includes(WORDS));

  const changed = await owner.send(
    'PATCH',
    `/v1/monitors/${monitor.id}`,
    { condition: { above: 50 } },
    origin,
  );
  assert.equal(changed.status, 200, changed.text);
  await eventually(
    'everybody hears that it is over',
    () => hook.received.length === 2 && slack.received.length === 2,
  );
  assert.match(hook.received[1]?.body ?? '', /monitor\.recovered/);
  assert.match(slack.received[1]?.body ?? '', /Recovered: Calls/);
});

/** Channels and deliveries of a real server, to a real receiver on loopback. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { AuditList, Channel, ChannelList, ChannelWithSecret, Delivery, DeliveryList } from '@parley/contract';
import type { Kysely } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { openMetadata } from '../src/metadata/database.ts';
import type { Tables } from '../src/metadata/tables.ts';
import { Browser, PASSWORD } from './support/browser.ts';
import { queueMessages } from './support/channels.ts';
import { consoleServer, sharedConsoleServer } from './support/console-server.ts';
import { eventually } from './support/eventually.ts';
import { testDatabase } from './support/metadata-address.ts';
import { metadataOf } from './support/metadata-of.ts';
import { type Receiver, receiver } from './support/receiver.ts';
import { NO_STORE, startServer, type TestServer } from './support/server-process.ts';
import { smtpServer } from './support/smtp-server.ts';
import { tempFolder } from './support/temp-folder.ts';

const OWNER = 'owner@example.com';
const ENV = { PARLEY_WEBHOOK_PRIVATE: 'allow', PARLEY_INIT_EMAIL: OWNER, PARLEY_INIT_PASSWORD: PASSWORD };

async function appOf(person: Browser): Promise<string> {
  return ((await person.get('/v1/me')).json.applications as { id: string }[])[0]?.id ?? '';
}

async function create(person: Browser, body: Record<string, unknown>): Promise<ChannelWithSecret> {
  const answer = await person.post('/v1/channels', { app: await appOf(person), name: 'Ops', ...body });
  assert.equal(answer.status, 200, answer.text);
  return ChannelWithSecret.parse(answer.json);
}

async function tested(person: Browser, { id }: Pick<Channel, 'id'>): Promise<string> {
  const answer = await person.post(`/v1/channels/${id}/test`);
  assert.equal(answer.status, 200, answer.text);
  return Delivery.parse(answer.json).id;
}

async function deliveries(person: Browser, search = ''): Promise<DeliveryList> {
  const answer = await person.get(`/v1/deliveries?${search}`);
  assert.equal(answer.status, 200, answer.text);
  return DeliveryList.parse(answer.json);
}

async function settled(person: Browser, id: string, state: string): Promise<Delivery> {
  let found: Delivery | undefined;
  await eventually(`${id} is ${state}`, async () => {
    found = (await deliveries(person)).data.find((one) => one.id === id);
    return found?.state === state && (state !== 'waiting' || found.attempts > 0);
  });
  assert.ok(found);
  return found;
}

describe('channels', () => {
  const server = sharedConsoleServer(ENV);
  const cleanUps: (() => void | Promise<void>)[] = [];
  let owner: Browser;
  let hook: Receiver;
  before(async () => {
    owner = await new Browser(server()).signIn(OWNER);
    hook = await receiver({ after: (cleanUp) => void cleanUps.push(cleanUp) });
  });
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });

  it('send a signed test, and tell its way', async () => {
    const channel = await create(owner, { kind: 'webhook', url: hook.url });
    assert.match(channel.secret ?? '', /^whsec_/);
    const id = await tested(owner, channel);
    const delivery = await settled(owner, id, 'delivered');
    assert.deepEqual([delivery.attempts, delivery.lastStatus, delivery.type], [1, 204, 'channel.test']);
    const message = hook.received.find((one) => one.id === id);
    assert.ok(message);
    const event = new Webhook(channel.secret ?? '').verify(
      message.body,
      message.headers as Record<string, string>,
    );
    assert.deepEqual(Object.keys(Object(event)), ['type', 'timestamp', 'data']);
    assert.match(message.headers['user-agent'] ?? '', /^Parley\//);
  });

  it('show a secret once, and addresses and keys shortened', async (test) => {
    const routingKey = 'R0123456789abcdefghijklmnopqrstu';
    const made = [
      await create(owner, { kind: 'webhook', url: hook.url }),
      await create(owner, { kind: 'slack', url: 'https://hooks.slack.com/services/T0/B0/slacksecret' }),
      await create(owner, { kind: 'pagerduty', routingKey }),
    ];
    const listed = await owner.get('/v1/channels');
    ChannelList.parse(listed.json);
    const texts = [listed.text];
    for (const { id } of made) texts.push((await owner.get(`/v1/channels/${id}`)).text);
    const audit = await owner.get(`/v1/accounts/${await owner.account()}/audit?action=channel`);
    assert.match(audit.text, /channel\.create/);
    for (const text of [...texts, audit.text, server().output()])
      for (const secret of [made[0]?.secret ?? '', hook.url, 'slacksecret', routingKey])
        assert.ok(!text.includes(secret), `${secret} in ${text}`);
    assert.equal(made[1]?.url, 'https://hooks.slack.com/…cret');
    assert.equal(made[2]?.routingKey, '…rstu');
    const stored = await metadataOf(test, server())
      .selectFrom('channel')
      .select(['target', 'secret'])
      .execute();
    assert.doesNotMatch(JSON.stringify(stored), /whsec_|slacksecret|abcdefghijkl/);
  });

  it('sign with both secrets after a rotation', async () => {
    const channel = await create(owner, { kind: 'webhook', url: hook.url });
    const rotated = await owner.post(`/v1/channels/${channel.id}/rotate`);
    assert.equal(rotated.status, 200, rotated.text);
    const { secret = '', previousSecretUntil } = ChannelWithSecret.parse(rotated.json);
    assert.notEqual(secret, channel.secret);
    assert.ok(Date.parse(previousSecretUntil ?? '') > Date.now() + 23 * 3_600_000);
    const id = await tested(owner, channel);
    await settled(owner, id, 'delivered');
    const message = hook.received.find((one) => one.id === id);
    assert.ok(message);
    for (const known of [secret, channel.secret ?? ''])
      new Webhook(known).verify(message.body, message.headers as Record<string, string>);
    const slack = await create(owner, { kind: 'slack', url: hook.url });
    assert.equal((await owner.post(`/v1/channels/${slack.id}/rotate`)).status, 409);
  });

  it('try a message again by hand, with the same id', async (test) => {
    const flaky = await receiver(test);
    flaky.answer((response) => response.writeHead(500).end('down'));
    const channel = await create(owner, { kind: 'webhook', url: flaky.url });
    const id = await tested(owner, channel);
    const failed = await settled(owner, id, 'waiting');
    assert.deepEqual([failed.attempts, failed.lastStatus, failed.lastAnswer], [1, 500, 'down']);
    assert.ok(failed.nextAt);
    flaky.answer((response) => response.writeHead(200).end());
    assert.equal((await owner.post(`/v1/deliveries/${id}/retry`)).status, 200);
    await settled(owner, id, 'delivered');
    assert.deepEqual(new Set(flaky.ids()), new Set([id]));
    assert.equal((await owner.post(`/v1/deliveries/${id}/retry`)).status, 409);
    assert.equal((await owner.post('/v1/deliveries/msg_none/retry')).status, 404);
  });

  it('are disabled by 410, and can be enabled again', async (test) => {
    const gone = await receiver(test);
    gone.answer((response) => response.writeHead(410).end());
    const channel = await create(owner, { kind: 'webhook', url: gone.url });
    const path = `/v1/channels/${channel.id}`;
    const id = await tested(owner, channel);
    await settled(owner, id, 'failed');
    const disabled = Channel.parse((await owner.get(path)).json);
    assert.ok(disabled.disabledAt);
    assert.match(disabled.disabledReason ?? '', /410/);
    const log = (await owner.get(`/v1/accounts/${await owner.account()}/audit?action=channel.disable`)).json;
    assert.deepEqual(
      AuditList.parse(log).data.map(({ actor, target, address }) => [actor, target, address]),
      [['receiver', channel.id, null]],
    );
    assert.equal((await owner.post(`${path}/test`)).status, 409);
    assert.equal((await owner.post(`/v1/deliveries/${id}/retry`)).status, 409);
    const enabled = await owner.send('PATCH', path, { disabled: false, url: hook.url });
    assert.equal(Channel.parse(enabled.json).disabledAt, null);
    assert.equal((await owner.post(`/v1/deliveries/${id}/retry`)).status, 200);
    await settled(owner, id, 'delivered');
  });

  it('list deliveries page by page, by channel and state', async () => {
    const channel = await create(owner, { kind: 'webhook', url: hook.url });
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push(await tested(owner, channel));
    const sixth = await owner.post(`/v1/channels/${channel.id}/test`);
    assert.deepEqual([sixth.status, sixth.json.code], [429, 'rate_limited']);
    for (const id of ids) await settled(owner, id, 'delivered');
    const seen: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 3; pages++) {
      const page = await deliveries(owner, `channel=${channel.id}&state=delivered&limit=2${cursor}`);
      seen.push(...page.data.map(({ id }) => id));
      cursor = `&cursor=${page.nextCursor}`;
      if (pages < 2) assert.ok(page.nextCursor);
      else assert.equal(page.nextCursor, null);
    }
    assert.deepEqual(seen.toSorted(), ids.toSorted());
    assert.deepEqual((await deliveries(owner, `channel=${channel.id}&state=failed`)).data, []);
    assert.equal((await owner.get('/v1/deliveries?cursor=nonsense')).status, 422);
    assert.equal((await owner.send('DELETE', `/v1/channels/${channel.id}`)).status, 200);
    assert.deepEqual((await deliveries(owner, `channel=${channel.id}`)).data, []);
  });

  it('are refused where they make no sense', async () => {
    const app = await appOf(owner);
    const refused = async (status: number, body: Record<string, unknown>) => {
      const answer = await owner.post('/v1/channels', { app, name: 'Ops', ...body });
      assert.equal(answer.status, status, answer.text);
    };
    await refused(422, { kind: 'webhook', url: 'ftp://example.com' });
    await refused(422, { kind: 'webhook', url: 'https://user:password@example.com' });
    await refused(422, { kind: 'webhook', to: ['a@example.com'] });
    await refused(422, { kind: 'email', to: ['a@example.com\r\nBcc: b@example.com'] });
    await refused(422, { kind: 'email', to: Array.from({ length: 21 }, (_, i) => `p${i}@example.com`) });
    await refused(409, { kind: 'email', to: ['a@example.com'] });
    const channel = await create(owner, { kind: 'webhook', url: hook.url });
    const other = await owner.send('PATCH', `/v1/channels/${channel.id}`, { to: ['a@example.com'] });
    assert.equal(other.status, 422, other.text);
  });

  it('are for those who manage monitors', async () => {
    const channel = await create(owner, { kind: 'webhook', url: hook.url });
    const viewer = await owner.invite('viewer@example.com', 'viewer');
    assert.equal((await viewer.get(`/v1/channels/${channel.id}`)).status, 403);
    assert.deepEqual(ChannelList.parse((await viewer.get('/v1/channels')).json).data, []);
    assert.deepEqual((await deliveries(viewer)).data, []);
    const body = { app: channel.app, kind: 'webhook', name: 'Mine', url: hook.url };
    assert.equal((await viewer.post('/v1/channels', body)).status, 403);
    const stranger = await new Browser(server()).signUp('stranger@example.com');
    assert.equal((await stranger.get(`/v1/channels/${channel.id}`)).status, 404);
    assert.equal((await stranger.post(`/v1/channels/${channel.id}/test`)).status, 404);
  });

  it('count what was sent and what waits', async () => {
    const { text } = await server().get('/metrics');
    for (const name of ['deliveries_sent_total', 'delivery_attempts_failed_total'])
      assert.ok(Number(new RegExp(`^parley_${name} (\\d+)$`, 'm').exec(text)?.[1]) > 0, name);
    for (const name of ['deliveries_waiting', 'deliveries_oldest_seconds'])
      assert.match(text, new RegExp(`^parley_${name} `, 'm'));
  });
});

describe('a server', () => {
  it('refuses private addresses unless its operator allows them', async (test) => {
    const server = await consoleServer(test, { ...ENV, PARLEY_WEBHOOK_PRIVATE: '' });
    const owner = await new Browser(server).signIn(OWNER);
    const app = await appOf(owner);
    for (const url of ['http://example.com/', 'https://127.0.0.1/', 'https://[::1]/', 'https://10.0.0.1/']) {
      const answer = await owner.post('/v1/channels', { app, kind: 'webhook', name: 'Ops', url });
      assert.deepEqual([answer.status, answer.json.code], [422, 'invalid_query'], answer.text);
    }
    // A name is looked up when something is sent.
    const channel = await create(owner, { kind: 'webhook', url: 'https://localhost/' });
    const id = await tested(owner, channel);
    const { lastAnswer } = await settled(owner, id, 'waiting');
    assert.match(lastAnswer ?? '', /localhost is a private address/);
  });

  it('sends emails by its mail server', async (test) => {
    const smtp = await smtpServer(test);
    const mail = { PARLEY_SMTP_URL: smtp.url, PARLEY_MAIL_FROM: 'parley@example.com' };
    const server = await consoleServer(test, { ...ENV, ...mail });
    const owner = await new Browser(server).signIn(OWNER);
    const channel = await create(owner, { kind: 'email', to: ['ops@example.com'] });
    assert.deepEqual(channel.to, ['ops@example.com']);
    const id = await tested(owner, channel);
    await settled(owner, id, 'delivered');
    assert.ok(smtp.letters.some((letter) => letter.includes(`Message-ID: <${id}@example.com>`)));
  });

  it('sends again what it was sending when it was killed, with the same id, and loses nothing', async (test) => {
    const hook = await receiver(test);
    hook.answer(() => {});
    const data = await tempFolder();
    const env = { ...ENV, PARLEY_GRACE: '0' };
    const first = await startServer({ data, clickhouseUrl: NO_STORE, env });
    const owner = await new Browser(first).signIn(OWNER);
    const channel = await create(owner, { kind: 'webhook', url: hook.url });
    const db = metadataOf(test, { data });
    const ids = await queueMessages(db, { app: channel.app, channel: channel.id }, 10);
    await eventually('it sends', () => hook.received.length > 0);
    first.signal('SIGKILL');
    assert.equal(await first.ended, 'SIGKILL');
    const cut = hook.ids();
    hook.answer((response) => response.writeHead(204).end());
    const second = await startServer({ data, clickhouseUrl: NO_STORE, env });
    test.after(async () => void (await second.stop()));
    // Claims of the dead server end after half a minute.
    const isDelivered = async () => {
      const rows = await db.selectFrom('delivery').select('state').execute();
      return rows.every(({ state }) => state === 'delivered');
    };
    await eventually('everything arrives', isDelivered, 60_000);
    assert.deepEqual(new Set(hook.ids()), new Set(ids));
    for (const id of cut) assert.equal(hook.ids().filter((one) => one === id).length, 2);
    assert.equal(hook.received.length, ids.length + cut.length);
  });

  it('takes over from a node that is killed, and the receiver gets every message', async (test) => {
    const hook = await receiver(test);
    hook.answer((response) => void setTimeout(() => response.writeHead(204).end(), 20));
    const { nodes, owner, db } = await twoNodes(test, `notify_killed_${process.pid}`);
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      const channel = await create(owner, { kind: 'webhook', url: hook.url });
      ids.push(...(await queueMessages(db, { app: channel.app, channel: channel.id }, 60)));
    }
    await eventually('some are sent', () => hook.received.length > 50);
    nodes[1]?.signal('SIGKILL');
    await eventually('everything is sent', () => noneWaits(db), 90_000);
    assert.deepEqual(new Set(hook.ids()), new Set(ids));
    // Four of each channel at most were on their way.
    assert.ok(hook.received.length <= ids.length + 20, String(hook.received.length));
  });

  it('shares the outbox with another node on PostgreSQL, and each message is sent once', async (test) => {
    const hook = await receiver(test);
    const { nodes, owner, db } = await twoNodes(test, `notify_${process.pid}`);
    const ids: string[] = [];
    for (let i = 0; i < 8; i++) {
      const channel = await create(owner, { kind: 'webhook', url: hook.url });
      ids.push(...(await queueMessages(db, { app: channel.app, channel: channel.id }, 40)));
    }
    await eventually('everything is sent', () => noneWaits(db), 60_000);
    assert.deepEqual(hook.ids().toSorted(), ids.toSorted());
    const sent = await Promise.all(
      nodes.map(async (node) => {
        const { text } = await node.get('/metrics');
        return Number(/^parley_deliveries_sent_total (\d+)$/m.exec(text)?.[1]);
      }),
    );
    assert.equal(
      sent.reduce((sum, count) => sum + count),
      ids.length,
    );
    for (const count of sent) assert.ok(count > 0, `both nodes send: ${sent}`);
  });
});

/** Two servers with one PostgreSQL database. */
async function twoNodes(test: TestContext, name: string) {
  const url = await testDatabase(name);
  const env = { ...ENV, PARLEY_GRACE: '0', PARLEY_DATABASE_URL: url };
  const nodes: TestServer[] = [];
  for (let i = 0; i < 2; i++) {
    const server = await startServer({ data: await tempFolder(), clickhouseUrl: NO_STORE, env });
    test.after(async () => void (await server.stop()));
    nodes.push(server);
  }
  const [first] = nodes;
  assert.ok(first);
  const metadata = openMetadata({ kind: 'postgres', url });
  test.after(() => metadata.close());
  return { nodes, owner: await new Browser(first).signIn(OWNER), db: metadata.db };
}

async function noneWaits(db: Kysely<Tables>): Promise<boolean> {
  const row = await db.selectFrom('delivery').select('id').where('state', '=', 'waiting').executeTakeFirst();
  return row === undefined;
}

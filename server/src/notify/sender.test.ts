import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { addChannel, queueMessages, SEAL } from '../../test/support/channels.ts';
import { eventually } from '../../test/support/eventually.ts';
import { testMetadata } from '../../test/support/metadata.ts';
import { receiver } from '../../test/support/receiver.ts';
import { smtpServer } from '../../test/support/smtp-server.ts';
import { createApplication } from '../accounts/applications/create-application.ts';
import { readWaiting, removeOld } from './deliveries/outbox.ts';
import { Sender, type SenderOptions } from './sender.ts';
import { createMailer } from './wire/mail.ts';
import { EVERYWHERE, PUBLIC_ONLY } from './wire/reachable.ts';
import { RETRY_TABLE } from './wire/retry.ts';

async function outbox(test: TestContext) {
  const metadata = await testMetadata(test);
  const { db } = metadata;
  const { id: app } = await createApplication(db, { name: 'Shop' });
  const failures: unknown[] = [];
  const sender = (more: Partial<SenderOptions> = {}) => {
    const onFailure = (error: unknown) => failures.push(error);
    const it = new Sender({ db, seal: SEAL, reach: EVERYWHERE, mailer: null, onFailure, ...more });
    test.after(() => it.stop(0));
    return it;
  };
  const delivery = (id = '') =>
    db.selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const state = (id: string | undefined, wanted: string) =>
    eventually(`${id} is ${wanted}`, async () => (await delivery(id)).state === wanted);
  return { metadata, db, app, sender, delivery, state, failures };
}

test('a message arrives signed, with the secret before a rotation, too, until that ends', async (test) => {
  const { db, app, sender, delivery, state } = await outbox(test);
  const hook = await receiver(test);
  const channel = await addChannel(db, { app, target: { url: hook.url } });
  const old = await addChannel(db, { app, target: { url: hook.url } });
  const previous_secret = await SEAL.seal(old.secret);
  const rotate = (until: number) =>
    db
      .updateTable('channel')
      .set({ previous_secret, previous_secret_until: until })
      .where('id', '=', channel.id)
      .execute();
  await rotate(Date.now() + 60_000);
  const [id] = await queueMessages(db, { app, channel: channel.id, data: { text: 'ü' } });
  await sender().sendDue();
  await state(id, 'delivered');
  const [message] = hook.received;
  assert.ok(message);
  assert.equal(message.id, id);
  const headers = message.headers as Record<string, string>;
  for (const { secret } of [channel, old]) new Webhook(secret).verify(message.body, headers);
  const { attempts, last_status, delivered_at, body } = await delivery(id);
  assert.deepEqual([attempts, last_status, body], [1, 204, message.body]);
  assert.ok(delivered_at);

  await rotate(Date.now() - 1);
  const [next] = await queueMessages(db, { app, channel: channel.id });
  await sender().sendDue();
  await state(next, 'delivered');
  const later = hook.received[1];
  assert.ok(later);
  assert.throws(() => new Webhook(old.secret).verify(later.body, later.headers as Record<string, string>));
});

test('two nodes send each message once', async (test) => {
  const { metadata, db, app, sender } = await outbox(test);
  const hook = await receiver(test);
  const channels = [];
  for (let i = 0; i < 5; i++) channels.push(await addChannel(db, { app, target: { url: hook.url } }));
  const ids: string[] = [];
  for (const { id: channel } of channels) ids.push(...(await queueMessages(db, { app, channel }, 20)));
  const nodes = [sender(), sender({ db: metadata.connect().db })];
  await eventually('everything is delivered', async () => {
    await Promise.all(nodes.map((node) => node.sendDue()));
    return (await readWaiting(db)).count === 0;
  });
  assert.deepEqual(hook.ids().toSorted(), ids.toSorted());
  assert.equal(
    nodes.reduce((sum, { sent }) => sum + sent, 0),
    ids.length,
  );
});

test('a channel that hangs delays no other one, and is not flooded', async (test) => {
  const { db, app, sender, state } = await outbox(test);
  const [slow, fast] = [await receiver(test), await receiver(test)];
  slow.answer(() => {});
  const hanging = await addChannel(db, { app, target: { url: slow.url } });
  const well = await addChannel(db, { app, target: { url: fast.url } });
  await queueMessages(db, { app, channel: hanging.id }, 300);
  const node = sender();
  await node.sendDue();
  const [id] = await queueMessages(db, { app, channel: well.id });
  await node.sendDue();
  await state(id, 'delivered');
  await node.sendDue();
  await eventually('the slow one is asked', () => slow.received.length === 4);
  await node.stop(Date.now());
  assert.equal(slow.received.length, 4);
  // Attempts that were cut off do not count, and any node can make them again.
  const { held } = await db
    .selectFrom('delivery')
    .select(({ fn }) => fn.max('held_until').as('held'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  assert.equal(Number(held), 0);
});

test('an application whose receivers all hang delays no other one', async (test) => {
  const { db, app, sender, state } = await outbox(test);
  const [slow, fast] = [await receiver(test), await receiver(test)];
  slow.answer(() => {});
  for (let i = 0; i < 30; i++) {
    const { id: channel } = await addChannel(db, { app, target: { url: slow.url } });
    await queueMessages(db, { app, channel }, 4);
  }
  const node = sender();
  await node.sendDue();
  await eventually('as many are asked as one application may have', () => slow.received.length === 20);
  const { id: other } = await createApplication(db, { name: 'Other' });
  const well = await addChannel(db, { app: other, target: { url: fast.url } });
  const [id] = await queueMessages(db, { app: other, channel: well.id });
  await node.sendDue();
  await state(id, 'delivered');
  await node.sendDue();
  assert.equal(slow.received.length, 20);
});

test('a failed message waits as the table says, keeps its id, and fails after the last attempt', async (test) => {
  const { db, app, sender, delivery, state } = await outbox(test);
  const hook = await receiver(test);
  hook.answer((response) => response.writeHead(500).end('broken\u0000'));
  const { id: channel } = await addChannel(db, { app, target: { url: hook.url } });
  const [id = ''] = await queueMessages(db, { app, channel });
  const node = sender();
  for (let attempt = 1; attempt <= RETRY_TABLE.length; attempt++) {
    await node.sendDue();
    await eventually(`attempt ${attempt}`, async () => (await delivery(id)).attempts === attempt);
    const { next_at, last_at, last_status, last_answer } = await delivery(id);
    assert.deepEqual([last_status, last_answer], [500, 'broken']);
    const wait = RETRY_TABLE[attempt];
    if (wait === undefined) break;
    const planned = next_at - (last_at ?? 0);
    assert.ok(planned >= wait - 100 && planned <= wait * 1.2 + 100, `${planned} after ${wait}`);
    await db.updateTable('delivery').set({ next_at: 0 }).where('id', '=', id).execute();
  }
  await state(id, 'failed');
  assert.deepEqual(new Set(hook.ids()), new Set([id]));
  assert.equal(hook.received.length, RETRY_TABLE.length);
  assert.equal(node.failed, RETRY_TABLE.length);
});

test('a receiver that asks for time gets it', async (test) => {
  const { db, app, sender, delivery } = await outbox(test);
  const hook = await receiver(test);
  hook.answer((response) => response.writeHead(429, { 'retry-after': '3600' }).end());
  const { id: channel } = await addChannel(db, { app, target: { url: hook.url } });
  const [id = ''] = await queueMessages(db, { app, channel });
  await sender().sendDue();
  await eventually('it was tried', async () => (await delivery(id)).attempts === 1);
  const { next_at, last_at } = await delivery(id);
  assert.ok(next_at - (last_at ?? 0) >= 3_600_000);
});

test('410 disables the channel, which is audited once, and what else it should send fails without being sent', async (test) => {
  const { db, app, sender, delivery, state } = await outbox(test);
  const hook = await receiver(test);
  hook.answer((response) => response.writeHead(410).end());
  const { id: channel } = await addChannel(db, { app, target: { url: hook.url } });
  const sent = await queueMessages(db, { app, channel }, 2);
  const node = sender();
  await node.sendDue();
  for (const id of sent) await state(id, 'failed');
  const row = await db.selectFrom('channel').selectAll().executeTakeFirstOrThrow();
  assert.ok(row.disabled_at);
  assert.match(row.disabled_reason ?? '', /410/);
  const { account_id } = await db.selectFrom('application').select('account_id').executeTakeFirstOrThrow();
  const entries = await db.selectFrom('audit').selectAll().where('action', '=', 'channel.disable').execute();
  assert.deepEqual(
    entries.map((entry) => [
      entry.account_id,
      entry.app_id,
      entry.target,
      entry.actor,
      JSON.parse(entry.details),
    ]),
    [[account_id, app, channel, 'receiver', { name: 'Ops', kind: 'webhook', reason: row.disabled_reason }]],
  );
  const [later] = await queueMessages(db, { app, channel });
  await node.sendDue();
  await state(later, 'failed');
  assert.equal((await delivery(later)).last_answer, 'The channel is disabled.');
  assert.equal(hook.received.length, 2);
});

test('what a dead node had claimed is sent when its claim ends', async (test) => {
  const { db, app, sender, state } = await outbox(test);
  const hook = await receiver(test);
  const { id: channel } = await addChannel(db, { app, target: { url: hook.url } });
  const [id = ''] = await queueMessages(db, { app, channel });
  const held = (until: number) =>
    db.updateTable('delivery').set({ held_until: until }).where('id', '=', id).execute();
  await held(Date.now() + 60_000);
  const node = sender();
  await node.sendDue();
  assert.equal(hook.received.length, 0);
  await held(Date.now() - 1);
  await node.sendDue();
  await state(id, 'delivered');
});

test('an email has all recipients, both texts, one id, and no header of what was logged', async (test) => {
  const { db, app, sender, state } = await outbox(test);
  const smtp = await smtpServer(test);
  const to = ['ops@example.com', 'night@example.com'];
  const { id: channel } = await addChannel(db, { app, kind: 'email', target: { to } });
  const data = {
    channel: { id: channel, name: 'Ops\r\nBcc: evil@example.com <b>' },
    app: { id: app, name: 'Shop' },
  };
  const [id] = await queueMessages(db, { app, channel, type: 'channel.test', data });
  await sender({ mailer: createMailer({ smtpUrl: smtp.url, from: 'parley@example.com' }) }).sendDue();
  await state(id, 'delivered');
  const [letter = ''] = smtp.letters;
  const [head = ''] = letter.split('\r\n\r\n');
  assert.match(head, /^To: ops@example\.com, night@example\.com$/m);
  assert.match(head, new RegExp(`^Message-ID: <${id}@example\\.com>$`, 'm'));
  assert.doesNotMatch(head, /^Bcc:/m);
  assert.match(letter, /text\/plain/);
  assert.match(letter, /text\/html/);
  assert.match(letter, /&lt;b&gt;/);
});

test('a mail server that is away, or none, is a failed attempt', async (test) => {
  const { db, app, sender, delivery } = await outbox(test);
  const target = { to: ['ops@example.com'] };
  const { id: channel } = await addChannel(db, { app, kind: 'email', target });
  const data = { channel: { id: channel, name: 'Ops' }, app: { id: app, name: 'Shop' } };
  for (const mailer of [null, createMailer({ smtpUrl: 'smtp://127.0.0.1:9', from: 'p@example.com' })]) {
    const [id] = await queueMessages(db, { app, channel, type: 'channel.test', data });
    await sender({ mailer }).sendDue();
    await eventually('it was tried', async () => (await delivery(id)).attempts === 1);
    assert.equal((await delivery(id)).state, 'waiting');
  }
});

test('PagerDuty gets the newest message of an incident only, so that none is left open', async (test) => {
  const { db, app, sender, delivery, state } = await outbox(test);
  const routingKey = 'R0123456789abcdefghijklmnopqrstu';
  const { id: channel } = await addChannel(db, { app, kind: 'pagerduty', target: { routingKey } });
  const about = (name: string) => ({ channel: { id: name, name }, app: { id: app, name: 'Shop' } });
  const queue = async (name: string, created_at: number) => {
    const planted = { app, channel, type: 'channel.test' as const, data: about(name) };
    const [id = ''] = await queueMessages(db, planted);
    const cause = `${name} ${created_at}`;
    await db.updateTable('delivery').set({ created_at, cause }).where('id', '=', id).execute();
    return id;
  };
  const older = await queue('a', 1);
  const [newer, other] = [await queue('a', 2), await queue('b', 1)];
  // No network: what is sent fails.
  await sender({ reach: { ...PUBLIC_ONLY, resolve: async () => [] } }).sendDue();
  await state(older, 'failed');
  assert.match((await delivery(older)).last_answer ?? '', /newer message/);
  for (const id of [newer, other]) {
    await eventually('it was tried', async () => (await delivery(id)).attempts === 1);
    assert.equal((await delivery(id)).last_answer, 'events.pagerduty.com has no address.');
  }
});

test('a channel that was sealed with another secret says so, and sends nothing', async (test) => {
  const { db, app, sender, delivery } = await outbox(test);
  const hook = await receiver(test);
  const { id: channel } = await addChannel(db, { app, target: { url: hook.url } });
  const target = JSON.stringify({ url: { sealed: '00'.repeat(60), shown: 'x' } });
  await db.updateTable('channel').set({ target }).execute();
  const [id] = await queueMessages(db, { app, channel });
  await sender().sendDue();
  await eventually('it was tried', async () => (await delivery(id)).attempts === 1);
  assert.match((await delivery(id)).last_answer ?? '', /another server secret/);
});

test('deliveries are removed 30 days after their end, and those that wait are not', async (test) => {
  const { db, app } = await outbox(test);
  const { id: channel } = await addChannel(db, { app, target: { url: 'https://example.com/' } });
  const [old = '', fresh = '', waiting = ''] = await queueMessages(db, { app, channel }, 3);
  const now = Date.now();
  const set = (id: string, state: 'failed' | 'waiting', last_at: number) =>
    db.updateTable('delivery').set({ state, last_at, created_at: 1 }).where('id', '=', id).execute();
  await set(old, 'failed', now - 31 * 86_400_000);
  await set(fresh, 'failed', now - 29 * 86_400_000);
  await set(waiting, 'waiting', 1);
  await removeOld(db, now);
  const left = await db.selectFrom('delivery').select('id').execute();
  assert.deepEqual(left.map(({ id }) => id).toSorted(), [fresh, waiting].toSorted());
  assert.deepEqual(await readWaiting(db), { count: 1, since: 1 });
});

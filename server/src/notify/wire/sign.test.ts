import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret, signedHeaders } from './sign.ts';

const BODY = '{"type":"channel.test","data":{"text":"ü & <b>"}}';

test('a message verifies with the package of Standard Webhooks, and only with its secret and text', () => {
  const secret = newWebhookSecret();
  const headers = signedHeaders({ id: 'msg_1', timestamp: Date.now(), body: BODY }, [secret]);
  assert.deepEqual(new Webhook(secret).verify(BODY, headers), JSON.parse(BODY));
  assert.throws(() => new Webhook(secret).verify(BODY.replace('ü', 'u'), headers));
  assert.throws(() => new Webhook(secret).verify(BODY, { ...headers, 'webhook-id': 'msg_2' }));
  assert.throws(() => new Webhook(newWebhookSecret()).verify(BODY, headers));
});

test('the signature is the one that the package makes', () => {
  const secret = newWebhookSecret();
  const timestamp = 1_700_000_000_999;
  const headers = signedHeaders({ id: 'msg_1', timestamp, body: BODY }, [secret]);
  assert.equal(headers['webhook-timestamp'], '1700000000');
  assert.equal(headers['webhook-signature'], new Webhook(secret).sign('msg_1', new Date(timestamp), BODY));
});

test('while secrets are rotated, either one verifies a message', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()];
  const headers = signedHeaders({ id: 'msg_1', timestamp: Date.now(), body: BODY }, secrets);
  for (const secret of secrets) new Webhook(secret).verify(BODY, headers);
});

test('secrets have 24 to 64 random bytes', () => {
  const bytes = Buffer.from(newWebhookSecret().replace(/^whsec_/, ''), 'base64').length;
  assert.ok(bytes >= 24 && bytes <= 64);
});

import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { newSecret } from '../../accounts/secrets.ts';
import { ApiError } from '../../base/errors.ts';
import { WrongKeys } from '../../ingest/wrong-keys.ts';
import { RefusedRequests } from './refused-requests.ts';
import { senderOf } from './sender.ts';
import { tracesOf } from './sent-keys.ts';

function requestOf(headers: Record<string, string> = {}): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.url = '/track?x=1';
  Object.assign(request.headers, headers);
  return request;
}

function setUp() {
  let now = 1_000_000;
  const refusals = new RefusedRequests(1, () => now);
  return {
    refusals,
    pass(ms: number) {
      now += ms;
    },
  };
}

describe('refused requests', () => {
  it('are kept with what identifies keys, and without the keys', () => {
    const { refusals } = setUp();
    const sent = { appKey: newSecret('pk'), apiKey: newSecret('sk') };
    refusals.note(requestOf({ 'x-forwarded-for': '192.0.2.7' }), new WrongKeys(sent));
    const kept = refusals.list();
    const [refused] = kept;
    assert.deepEqual([refused?.address, refused?.path, refused?.count], ['192.0.2.7', '/track', 1]);
    for (const key of Object.values(sent)) assert.ok(!JSON.stringify(kept).includes(key));
    assert.ok(JSON.stringify(kept).includes(sent.apiKey.slice(-4)));
  });

  it('are at most 300, however many arrive, and repeated ones count as one', () => {
    const { refusals, pass } = setUp();
    for (let i = 0; i < 1000; i++)
      refusals.note(requestOf(), new WrongKeys({ appKey: 'a', apiKey: `b${i}` }));
    assert.equal(refusals.list().length, 300);
    for (let i = 0; i < 5; i++) refusals.note(requestOf(), new WrongKeys({ appKey: 'a', apiKey: 'again' }));
    assert.equal(refusals.list()[0]?.count, 5);
    assert.equal(refusals.list().length, 300);
    pass(16 * 60_000);
    assert.deepEqual(refusals.list(), []);
  });

  it('are only those that can be explained', () => {
    const { refusals } = setUp();
    refusals.note(requestOf(), new ApiError('rate_limited'));
    refusals.note(requestOf(), new ApiError('invalid_payload'));
    refusals.note(requestOf(), new Error('of our own'));
    assert.deepEqual(refusals.list(), []);
    const empty = new ApiError('invalid_json', { message: 'The body is empty.' });
    refusals.note(requestOf(), empty, { appKey: 'a', apiKey: undefined });
    assert.equal(refusals.list()[0]?.unreadable, 'The body is empty.');
  });

  it('are only those with a key: without one, no account can be told', () => {
    const { refusals } = setUp();
    const none = { appKey: undefined, apiKey: '' };
    refusals.note(requestOf(), new WrongKeys(none));
    refusals.note(requestOf(), new ApiError('invalid_json'), none);
    refusals.note(requestOf(), new ApiError('invalid_json'));
    assert.deepEqual(refusals.list(), []);
  });
});

describe('an error about wrong keys', () => {
  it('does not contain them when printed', () => {
    const error = new WrongKeys({ appKey: 'the-application-key', apiKey: 'the-secret-key' });
    const printed = `${inspect(error, { depth: 9, showHidden: true })}${JSON.stringify(error)}${error.stack}`;
    assert.ok(!printed.includes('the-secret-key') && !printed.includes('the-application-key'));
  });
});

describe('a sender', () => {
  it('has no address behind an untrusted proxy', () => {
    assert.equal(senderOf(requestOf({ 'x-forwarded-for': '192.0.2.7' }), 0).address, null);
    assert.equal(senderOf(requestOf({ forwarded: 'for=192.0.2.7' }), 0).address, null);
    assert.equal(senderOf(requestOf({ 'x-forwarded-for': '192.0.2.7' }), 1).address, '192.0.2.7');
  });
});

describe('the form of a key', () => {
  const formOf = (apiKey: unknown) => tracesOf({ appKey: 'a', apiKey }).form;

  it('tells which kind of secret was sent instead', () => {
    assert.equal(formOf(newSecret('sk')), 'api_key');
    assert.equal(formOf(newSecret('sk').slice(0, -3)), 'damaged');
    assert.equal(formOf(newSecret('pk')), 'app_key');
    assert.equal(formOf(newSecret('rt')), 'read_token');
    for (const text of ['YOUR_API_KEY', '<API_KEY>', '$PARLEY_API_KEY', 'xxxx'])
      assert.equal(formOf(text), 'placeholder', text);
    assert.equal(formOf('sk-proj-abcdefghijklmnop'), 'other');
    assert.equal(formOf(7), 'other');
  });
});

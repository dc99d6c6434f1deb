import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Application, Credentials, hashSecret } from './credentials.ts';

const NOW = Date.UTC(2025, 0, 10);

function credentials(keys: Application['keys']): Credentials {
  const settings = { rateLimit: null, sessionTimeout: 10, keepVectors: false };
  const application: Application = { id: 'app_1', appKey: 'pk', keys, ...settings };
  return new Credentials({ current: () => new Map([['pk', application]]), changes: () => undefined });
}

function key(secret: string, expiresAt: number | null = null) {
  return { id: `key of ${secret}`, hash: hashSecret(secret), expiresAt };
}

test('a valid pair of keys is authenticated and identifies the API key', () => {
  const found = credentials([key('old'), key('new')]).authenticate('pk', 'new', NOW);
  assert.equal(found?.application.id, 'app_1');
  assert.equal(found?.keyId, 'key of new');
});

test('any other pair is refused', () => {
  const source = credentials([key('sk')]);
  const wrong: [unknown, unknown][] = [
    ['pk', 'SK'],
    ['pk', ''],
    ['pk', undefined],
    ['pk', null],
    ['pk', 7],
    ['pk', ['sk']],
    ['other', 'sk'],
    [undefined, 'sk'],
    [{}, 'sk'],
    ['__proto__', 'sk'],
  ];
  for (const [appKey, apiKey] of wrong) assert.equal(source.authenticate(appKey, apiKey, NOW), null);
});

test('a key works until the moment it expires', () => {
  const source = credentials([key('sk', NOW)]);
  assert.ok(source.authenticate('pk', 'sk', NOW - 1));
  assert.equal(source.authenticate('pk', 'sk', NOW), null);
});

test('an application without keys admits no one', () => {
  assert.equal(credentials([]).authenticate('pk', '', NOW), null);
});

test('an empty configured key does not admit clients that send none', () => {
  const source = credentials([key('')]);
  assert.equal(source.authenticate('pk', '', NOW), null);
  assert.equal(source.authenticate('pk', undefined, NOW), null);
});

test('an application is found by its id', () => {
  assert.equal(credentials([]).byId('app_1')?.appKey, 'pk');
  assert.equal(credentials([]).byId('app_2'), undefined);
});

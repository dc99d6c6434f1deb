import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bareApp } from '../test/support/bare-app.ts';

test('an address that cannot be decoded, or is too long, is not there: as any other that is not', async () => {
  const app = await bareApp();
  for (const url of [
    '/v1/interactions/%zz',
    '/v1/users/%ED%A0%80',
    `/v1/users/${'x'.repeat(5000)}`,
    '/nowhere',
  ]) {
    const answer = await app.inject(url);
    assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'], url);
    assert.match(answer.json().requestId, /^[0-9a-f-]{36}$/);
    assert.match(String(answer.headers['content-security-policy']), /default-src/, url);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  }
});

test('the longest name there can be reaches its address', async () => {
  const app = await bareApp();
  const answer = await app.inject(`/v1/users/${encodeURIComponent('🌊'.repeat(256))}`);
  assert.equal(answer.json().code, 'invalid_credentials');
});

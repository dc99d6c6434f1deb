import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mask, maskedError } from './mask.ts';

test('passwords and keys are masked wherever they occur', () => {
  assert.equal(mask('postgres://a:b@c/d, https://e:f%40:@g'), 'postgres://a:***@c/d, https://e:***@g');
  assert.equal(mask('http://h/?user=u&password=p&x=1'), 'http://h/?user=u&password=***&x=1');
  assert.equal(mask('http://host:8123/db'), 'http://host:8123/db');
  assert.equal(mask('the key sk_abcdefgh12345678 of rt_abcdefgh-1'), 'the key sk_*** of rt_***');
});

test('an error becomes one line that keeps names and drops quoted content', () => {
  const said = 'my number is 4711, and this is what I told the model about it, at length';
  for (const text of [
    `Cannot parse input: expected ',' before: '${said}'`,
    `Cannot parse input: expected ',' before: '${said}`,
    `parsed text: "${said}"`,
  ])
    assert.doesNotMatch(maskedError(new Error(text)), /4711/);
  assert.equal(maskedError(new Error("Table 'parley.x' is\n  not there")), "Table 'parley.x' is not there");
  assert.equal(maskedError('x'.repeat(1000)).length, 300);
  assert.equal(maskedError(new TypeError()), 'TypeError');
  const cause = new Error('connect ECONNREFUSED 127.0.0.1:9');
  assert.equal(
    maskedError(new TypeError('fetch failed', { cause })),
    'fetch failed: connect ECONNREFUSED 127.0.0.1:9',
  );
  assert.equal(maskedError(new Error('away', { cause: new Error('away') })), 'away');
});

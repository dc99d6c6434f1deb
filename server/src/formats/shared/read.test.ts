import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonText } from './json-text.ts';
import { httpUrl, mediaAt } from './media.ts';
import { count, label, name, obj, text } from './read.ts';
import { usageOf } from './usage.ts';

test('a token count is a non-negative integer, or unknown', () => {
  assert.deepEqual([0, 7, 28.9, 1e9].map(count), [0, 7, 28, 1e9]);
  for (const odd of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e10, '7', null, undefined, [7], {}, true]) {
    assert.equal(count(odd), null);
  }
  assert.ok(Object.is(count(-0), 0));
});

test('text is well-formed Unicode', () => {
  assert.equal(text('a\ud800b'), 'a\ufffdb');
  assert.equal(name('\udc00'), '\ufffd');
  assert.equal(text('👋'), '👋');
});

test('an empty name counts as absent, and a code may be a number', () => {
  assert.deepEqual([name(''), name(7), label(404), label('x'), label({})], [null, null, '404', 'x', null]);
});

test('a key named __proto__ is treated as data', () => {
  const parsed: unknown = JSON.parse('{"__proto__":{"content":"polluted"}}');
  assert.equal(obj(parsed).content, undefined);
  assert.equal(obj({}).content, undefined);
});

test('a value nested deeper than the stack has no text and does not throw', () => {
  assert.equal(jsonText(JSON.parse('['.repeat(200_000) + ']'.repeat(200_000))), '');
  assert.equal(jsonText(undefined), '');
});

test('media keep an http URL and never their bytes', () => {
  assert.equal(httpUrl('HTTPS://example.com/a'), 'HTTPS://example.com/a');
  for (const odd of ['gs://bucket/a', 'file:///etc', 'javascript:1', 'data:image/png;base64,AA', '', 7]) {
    assert.equal(httpUrl(odd), null);
  }
  assert.deepEqual(mediaAt('image', 'data:image/png;base64,AAAA'), {
    type: 'media',
    kind: 'image',
    mimeType: 'image/png',
    url: null,
  });
  assert.equal(mediaAt('image', `data:${'x'.repeat(1000)}`).mimeType, null);
});

test('usage is consistent: missing counts follow from the total, and parts never exceed their whole', () => {
  const usage = usageOf({ input: 10, total: 14, cachedInput: 8, cacheWrite: 8, reasoning: 9 });
  assert.deepEqual(usage, { input: 10, output: 4, total: 14, cachedInput: 8, cacheWrite: 2, reasoning: 4 });
  assert.equal(usageOf({ input: 3, output: 4 }).total, 7);
  assert.equal(usageOf({ output: 4 }).total, null);
  assert.equal(usageOf({ input: 10, total: 4 }).output, null);
});

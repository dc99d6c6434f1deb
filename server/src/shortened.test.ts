import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isLonger, shortened } from './shortened.ts';

test('what fits stays as it is, in characters as people count them', () => {
  for (const text of ['', 'a', 'x'.repeat(64), '😀'.repeat(64)]) assert.equal(shortened(text, 64), text);
});

test('what does not fit is its beginning and a few digits of its hash', () => {
  assert.equal(shortened('x'.repeat(65), 64), `${'x'.repeat(51)}-9537c5fdf120`);
  assert.equal(shortened('😀'.repeat(65), 64).slice(0, 102), '😀'.repeat(51));
});

test('texts that differ at their ends alone stay different', () => {
  const beginning = 'x'.repeat(5_000_000);
  assert.notEqual(shortened(`${beginning}a`, 256), shortened(`${beginning}b`, 256));
  assert.equal(shortened(`${beginning}a`, 256), shortened(`${beginning}a`, 256));
});

test('whatever is shortened has room, is well-formed, and is not shortened again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const short = shortened(text, 64);
      assert.ok(!isLonger(short, 64) && short.isWellFormed());
      assert.equal(shortened(short, 64), short);
    }),
  );
});

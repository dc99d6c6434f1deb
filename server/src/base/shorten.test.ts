import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isLonger, shorten } from './shorten.ts';

test('a text that fits is unchanged; length is counted in characters', () => {
  for (const text of ['', 'a', 'x'.repeat(64), '😀'.repeat(64)]) assert.equal(shorten(text, 64), text);
});

test('a text that does not fit becomes its beginning and a few digits of its hash', () => {
  assert.equal(shorten('x'.repeat(65), 64), `${'x'.repeat(51)}-9537c5fdf120`);
  assert.equal(shorten('😀'.repeat(65), 64).slice(0, 102), '😀'.repeat(51));
});

test('texts that differ only at their ends stay different', () => {
  const beginning = 'x'.repeat(5_000_000);
  assert.notEqual(shorten(`${beginning}a`, 256), shorten(`${beginning}b`, 256));
  assert.equal(shorten(`${beginning}a`, 256), shorten(`${beginning}a`, 256));
});

test('a shortened text fits, is well-formed, and is not shortened again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const short = shorten(text, 64);
      assert.ok(!isLonger(short, 64) && short.isWellFormed());
      assert.equal(shorten(short, 64), short);
    }),
  );
});

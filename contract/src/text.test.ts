import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Text, TrimmedText, typedText } from './text.ts';

const CONTROLS = Array.from({ length: 0xa0 }, (_, code) => String.fromCodePoint(code)).filter(
  (character) => character < ' ' || character > '~',
);
const LONE_SURROGATES = ['\ud800', '\udbff', '\udc00', '\udfff', '\ude00\ud83d'];

test('a text contains no control characters and no lone surrogates', () => {
  assert.equal(CONTROLS.length, 65);
  for (const wrong of [...CONTROLS, ...LONE_SURROGATES]) {
    for (const text of [wrong, `a${wrong}`, `${wrong}b`, `a${wrong}b`])
      assert.ok(!Text.safeParse(text).success, JSON.stringify(text));
    assert.ok(!TrimmedText.safeParse(`a${wrong}b`).success, JSON.stringify(wrong));
  }
});

test('a text may contain any character that can be typed', () => {
  for (const text of ['', 'Zoë’s app', '日本語', 'مثال', '👩🏽‍🚀', 'a b', 'É', "O'Brien; --"])
    assert.equal(Text.parse(text), text);
  assert.equal(TrimmedText.parse(' Shop\n'), 'Shop');
});

test('a cleaned text contains only characters that can be typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.ok(Text.safeParse(typedText(text)).success);
      if (TrimmedText.safeParse(text).success) assert.equal(typedText(text), TrimmedText.parse(text));
    }),
  );
  assert.equal(typedText('Ann\0\u001bLee\ud800'), 'Ann Lee');
});

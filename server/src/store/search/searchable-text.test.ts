import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { searchableText } from './searchable-text.ts';
import { wordsIn } from './words.ts';

test('nothing is kept beside a text that the index reads as it is', () => {
  for (const text of [
    'Plain ASCII, in ANY case.',
    '“It’s” — 50€, 20°C, ✓ 😀',
    'schön, Français, años',
    '日本語を話す。「はい」GPT模型',
    'مرحبا، عالم؟ नमस्ते। 한국어',
  ]) {
    assert.equal(searchableText(text), '', text);
  }
});

test('only what differs is changed', () => {
  assert.equal(searchableText('Die Größe DER Straße, 20°C'), 'Die grösse DER strasse, 20°C');
  assert.equal(searchableText('a❤️b ｆｕｌｌ，½'), 'a b full，1 2');
  assert.equal(searchableText('é模型é 模型'), 'é 模型é 模型');
});

test('its words are those of the text', () => {
  const words = (text: string) => wordsIn(text).map(({ text }) => text);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      assert.deepEqual(words(searchableText(text) || text), words(text));
    }),
    { numRuns: 2000 },
  );
});

test('one character that stands for many does not make a text many times as long', () => {
  const text = '\ufdfa'.repeat(10_000);
  assert.ok(searchableText(text).length <= 4 * text.length + 1000);
});

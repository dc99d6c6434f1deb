import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsIn } from '@parley/contract';
import fc from 'fast-check';
import { searchableText } from './searchable-text.ts';

test('a text that the index can read unchanged needs no copy', () => {
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

test('only characters that the index would read differently are changed', () => {
  assert.equal(searchableText('Die Größe DER Straße, 20°C'), 'Die grösse DER strasse, 20°C');
  assert.equal(searchableText('a❤️b ｆｕｌｌ，½'), 'a b full，1 2');
  assert.equal(searchableText('é模型é 模型'), 'é 模型é 模型');
});

test('a searchable text has the words of the original', () => {
  const words = (text: string) => wordsIn(text).map(({ text }) => text);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      assert.deepEqual(words(searchableText(text) || text), words(text));
    }),
    { numRuns: 2000 },
  );
});

test('characters that expand to many do not multiply the length of a text', () => {
  const text = '\ufdfa'.repeat(10_000);
  assert.ok(searchableText(text).length <= 4 * text.length + 1000);
});

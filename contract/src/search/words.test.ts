import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wordsIn } from './words.ts';

const texts = (text: string) => wordsIn(text).map((word) => word.text);

test('words consist of letters, digits and their marks, and everything else separates them', () => {
  assert.deepEqual(texts('50€ 20°C (a)b_c'), ['50', '20', 'c', 'a', 'b', 'c']);
  assert.deepEqual(texts('one😀two❤️three👨‍👩‍👧four'), ['one', 'two', 'three', 'four']);
  assert.deepEqual(texts('مرحبا،عالم؟نعم नमस्ते।दुनिया'), ['مرحبا', 'عالم', 'نعم', 'नमस्ते', 'दुनिया']);
  assert.deepEqual(texts('Parley™ §5 ´x'), ['parley', '5', 'x']);
});

test('a word is the same in every spelling', () => {
  for (const [text, words] of [
    ['GRÖSSE Größe größe gro\u0308ße', ['grösse']],
    ['ΟΔΟΣ οδός'.normalize('NFD'), ['οδοσ', 'οδόσ']],
    ['ﬁx FIX ｆｉｘ', ['fix']],
    ['İstanbul istanbul ISTANBUL', ['istanbul']],
    ['co\u00adoperate cooperate', ['cooperate']],
    ['5️⃣ ⑤ 5', ['5']],
    ['ガ ｶﾞ か\u3099'.replace('か', 'カ'), ['ガ']],
    ['한 \u1112\u1161\u11ab', ['한']],
  ] as const) {
    assert.deepEqual([...new Set(texts(text))], words, text);
  }
});

test('in scripts without spaces, each character with its marks is a word, joined to the previous one', () => {
  const shown = (text: string) => wordsIn(text).map(({ text, joined }) => (joined ? `+${text}` : text));
  assert.deepEqual(shown('【日本語】《書》GPT模型x'), ['日', '+本', '+語', '書', 'gpt', '模', '+型', 'x']);
  assert.deepEqual(shown('กินข้าว'), ['กิ', '+น', '+ข้', '+า', '+ว']);
  assert.deepEqual(shown('ខ្មែរ'), ['ខ្', '+មែ', '+រ']);
  assert.deepEqual(shown('한국어 어절'), ['한국어', '어절']);
});

test('a word has its position in the text', () => {
  const places = (text: string) => wordsIn(text).map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(places('In der Straße 日本gpt'), ['In', 'der', 'Straße', '日', '本', 'gpt']);
  assert.deepEqual(places('½'), ['½', '½']);
});

test('for every character, words are the same when read again in another case or normal form', () => {
  for (let point = 0x21; point <= 0x10ffff; point++) {
    // Skips surrogates, and a character that is a letter in upper case and a mark in lower case.
    if ((point >= 0xd800 && point <= 0xdfff) || point === 0x37a) continue;
    const character = String.fromCodePoint(point);
    const words = texts(character).join(' ');
    if (words === character || words === '') continue;
    for (const written of [
      words,
      character.toUpperCase(),
      character.toLowerCase(),
      character.normalize('NFD'),
    ]) {
      assert.equal(texts(written).join(' '), words, `U+${point.toString(16)}`);
    }
  }
});

test('words are in order and within the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      let last = 0;
      for (const { start, end } of wordsIn(text)) {
        assert.ok(start >= last && end > start && end <= text.length);
        last = start;
      }
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSearch } from '@parley/contract';
import fc from 'fast-check';
import { highlightsIn } from './highlight.ts';
import { searchConditions, tokensOf } from './search.ts';

const highlights = (q: string, input: string, output: string) =>
  highlightsIn({ q }, [{ text: input, role: 'user', isNew: true }], output);

const marked = (q: string, text: string) => {
  const { input } = highlights(q, text, '');
  return input?.matches.map(([start, end]) => input.text.slice(start, end)) ?? null;
};

const sought = (q: string) => parseSearch(q).map((runs) => runs.flat().join(' '));
const tokens = (q: string) => parseSearch(q).flat().flatMap(tokensOf);

test('words are separated by spaces and punctuation, in any script and case', () => {
  assert.deepEqual(sought('Größe,  “ÄÖ”—it’s ΟΔΟΣ x_y'), ['grösse', 'äö', 'it', 's', 'οδοσ', 'x', 'y']);
});

test('quoted words are a phrase, and an unclosed quote extends to the end', () => {
  assert.deepEqual(sought('a "b  c" "d" "e f'), ['a', 'b c', 'd', 'e f']);
});

test('a run of a script without spaces is a phrase of its characters, indexed in pairs', () => {
  assert.deepEqual(sought('GPT模型 語'), ['gpt', '模 型', '語']);
  assert.deepEqual(tokens('GPT模型 語'), ['gpt', '模型', '語']);
  assert.deepEqual(tokens('"東京 tower 大学生"'), ['東京', 'tower', '大学', '学生']);
});

test('words and pairs of characters need only the index; phrases and longer runs are also compared', () => {
  const phrases = (q: string) =>
    Object.entries(searchConditions(q).params).flatMap(([name, value]) => (name === 'words' ? [] : value));
  assert.deepEqual(phrases('one two 模型 "three"'), []);
  assert.deepEqual(phrases('大学生 "one two"'), ['one two', '大学生']);
});

test('a search without a word matches nothing', () => {
  for (const q of [' … "!" ', '§', '€ ° 😀', '\u0301']) {
    assert.deepEqual(searchConditions(q), { where: 'false', params: {} });
  }
});

test('values never become part of the SQL', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const { where, params } = searchConditions(`zzword ${text} "yy ${text}"`);
      assert.ok(!where.includes('zzword') && !where.includes('yy'));
      assert.ok(Array.isArray(params.words));
    }),
  );
});

test('matches are highlighted in any case, whole words only', () => {
  assert.deepEqual(marked('größe', 'Die GRÖßE, nicht Größenwahn'), ['GRÖßE']);
  assert.deepEqual(marked('"quick brown"', 'brown quick—“Brown” quick'), ['quick—“Brown']);
  assert.deepEqual(marked('本語', '日本語の本語'), ['本語', '本語']);
  assert.deepEqual(marked('語語', '語語語'), ['語語語']);
  assert.deepEqual(marked('strasse', 'In der Straße, o\u0308'), ['Straße']);
  assert.deepEqual(marked('ö', 'In der Straße, o\u0308'), ['o\u0308']);
  assert.equal(marked('absent', 'present'), null);
});

test('a snippet is short, begins at a word and highlights its match', () => {
  const text = `${'filler '.repeat(100)}needle ${'more '.repeat(100)}`;
  const { input } = highlights('needle', text, '');
  assert.ok(input && input.text.length <= 242 && input.text.startsWith('…filler'), JSON.stringify(input));
  assert.deepEqual(marked('needle', text), ['needle']);
});

test('the snippet of an input shows the last match, and that of an output the first', () => {
  const text = `lamps are sold ${'filler '.repeat(100)}which lamps are left ${'filler '.repeat(100)}`;
  const { input, output } = highlights('lamps', text, text);
  assert.match(input?.text ?? '', /^…filler .*which lamps are left/);
  assert.match(output?.text ?? '', /^lamps are sold/);
  const long = highlights('lamps', `${'filler '.repeat(50_000)}which lamps are left`, '');
  assert.match(long.input?.text ?? '', /^…filler .*which lamps are left$/);
  assert.deepEqual(
    long.input?.matches.map(([start, end]) => long.input?.text.slice(start, end)),
    ['lamps'],
  );
});

test('only words of the search are highlighted', () => {
  const words = fc.array(fc.constantFrom('a', 'B', 'ß', 'Ä', '😀', '“', '—', ' ', '.', '日本'), {
    maxLength: 400,
  });
  fc.assert(
    fc.property(words, fc.constantFrom('a', 'ä ß', '"a b"', '本', '日本'), (parts, q) => {
      const wanted = new Set(parseSearch(q).flat(2));
      for (const text of marked(q, parts.join('')) ?? []) {
        for (const word of parseSearch(text).flat(2)) assert.ok(wanted.has(word), `${word} in ${text}`);
      }
    }),
  );
});

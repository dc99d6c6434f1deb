import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { highlights } from './highlight.ts';
import { parseSearch, searchConditions } from './search.ts';

const marked = (q: string, text: string) => {
  const { input } = highlights(q, text, '');
  return input?.matches.map(([start, end]) => input.text.slice(start, end)) ?? null;
};

test('words are those between spaces and punctuation, of any script, in lower case', () => {
  assert.deepEqual(parseSearch('Größe,  “ÄÖ”—it’s ΟΔΟΣ x_y').words, [
    'größe',
    'äö',
    'it',
    's',
    'οδος',
    'x',
    'y',
  ]);
});

test('what is quoted is a phrase, and a quote that is not closed is one to the end', () => {
  assert.deepEqual(parseSearch('a "b  c" "d" "e f'), {
    words: ['a', 'b', 'c', 'd', 'e', 'f'],
    phrases: [
      ['b', 'c'],
      ['e', 'f'],
    ],
  });
});

test('a search without a word finds nothing', () => {
  assert.deepEqual(searchConditions(' … "!" '), { where: 'false', params: {} });
});

test('values never enter the SQL', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const { where, params } = searchConditions(`zzword ${text} "yy ${text}"`);
      assert.ok(!where.includes('zzword') && !where.includes('yy'));
      assert.ok(Array.isArray(params.words));
    }),
  );
});

test('matches are marked, whatever their case, and only whole words', () => {
  assert.deepEqual(marked('größe', 'Die GRÖßE, nicht Größenwahn'), ['GRÖßE']);
  assert.deepEqual(marked('"quick brown"', 'brown quick—“Brown” quick'), ['quick—“Brown']);
  assert.equal(marked('absent', 'present'), null);
});

test('a snippet is short, begins at a word and marks what it shows', () => {
  const text = `${'filler '.repeat(100)}needle ${'more '.repeat(100)}`;
  const { input } = highlights('needle', text, '');
  assert.ok(input && input.text.length <= 242 && input.text.startsWith('…filler'), JSON.stringify(input));
  assert.deepEqual(marked('needle', text), ['needle']);
});

test('marks always stand around words of the search', () => {
  const words = fc.array(fc.constantFrom('a', 'B', 'ß', 'Ä', '😀', '“', '—', ' ', '.', '日本'), {
    maxLength: 400,
  });
  fc.assert(
    fc.property(words, fc.constantFrom('a', 'ä ß', '"a b"', '😀'), (parts, q) => {
      const wanted = new Set(parseSearch(q).words);
      for (const text of marked(q, parts.join('')) ?? []) {
        for (const word of parseSearch(text).words) assert.ok(wanted.has(word), `${word} in ${text}`);
      }
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DiffRow, diffLines, type Piece } from './diff-lines.ts';

const sideOf = (pieces: readonly Piece[] | null) =>
  pieces === null ? null : pieces.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('');
const shown = (row: DiffRow) => (row.same ? row.text : [sideOf(row.before), sideOf(row.after)]);

test('equal texts have equal lines only', () => {
  assert.deepEqual(diffLines('a\nb', 'a\nb').map(shown), ['a', 'b']);
  assert.deepEqual(diffLines('', ''), []);
});

test('words that differ are marked in lines that are alike', () => {
  assert.deepEqual(diffLines('Answer in one short sentence.', 'Answer in two short sentences.').map(shown), [
    ['Answer in [one] short [sentence].', 'Answer in [two] short [sentences].'],
  ]);
});

test('lines that have little in common differ as a whole', () => {
  assert.deepEqual(diffLines('Be brief.\nsame', 'You work at a harbour.\nsame').map(shown), [
    ['[Be brief.]', '[You work at a harbour.]'],
    'same',
  ]);
});

test('a line that only one text has stands alone', () => {
  assert.deepEqual(diffLines('a\nb\nc', 'a\nc\nd').map(shown), ['a', ['[b]', null], 'c', [null, '[d]']]);
});

test('words of scripts without spaces are told apart, and signs outside the basic plane stay whole', () => {
  assert.deepEqual(diffLines('今日は雨です', '今日は晴です').map(shown), [
    ['今日は[雨]です', '今日は[晴]です'],
  ]);
  assert.deepEqual(diffLines('go go go 👍', 'go go go 👎').map(shown), [['go go go [👍]', 'go go go [👎]']]);
});

test('every character of both texts is in the result', () => {
  const [before, after] = ['  one, two\n\n three ', 'one,  two!\n three\nfour'];
  const rows = diffLines(before, after);
  const text = (side: 'before' | 'after') =>
    rows
      .flatMap((row) => (row.same ? row.text : (row[side]?.map((piece) => piece.text).join('') ?? [])))
      .join('\n');
  assert.equal(text('before'), before);
  assert.equal(text('after'), after);
});

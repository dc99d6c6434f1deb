import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomNumbers } from '@parley/sample/random';
import { plantPrompts } from '../../../test/support/planted-prompts.ts';
import { varyingPieces } from './varying-pieces.ts';

test('words that differ in another text vary, with what is between them', () => {
  assert.deepEqual(
    varyingPieces('Hello Anna Schmidt, how are you?', [
      'Hello Bo, how are you?',
      'Hello Anna Schmidt, how are you?',
    ]),
    [
      { text: 'Hello ', varies: false },
      { text: 'Anna Schmidt', varies: true },
      { text: ', how are you?', varies: false },
    ],
  );
  assert.deepEqual(varyingPieces('', []), []);
  assert.deepEqual(varyingPieces('alone', []), [{ text: 'alone', varies: false }]);
});

test('the pieces are the text, whatever it is compared with, and long texts take limited time', () => {
  const { calls } = plantPrompts(3, 60);
  for (const { text } of calls.slice(0, 10)) {
    const pieces = varyingPieces(
      text,
      calls.slice(-5).map((call) => call.text),
    );
    assert.equal(pieces.map((piece) => piece.text).join(''), text);
  }
  const random = randomNumbers(1);
  const long = () =>
    Array.from({ length: 5000 }, () => `${random.below(9)} word${random.below(99)}`).join('\n');
  const [one, other] = [long(), long()];
  const started = performance.now();
  assert.equal(
    varyingPieces(one, [other])
      .map((piece) => piece.text)
      .join(''),
    one,
  );
  assert.ok(performance.now() - started < 2000);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SESSION_TEXT_LENGTH } from '@parley/contract';
import fc from 'fast-check';
import { anyText } from '../../test/support/any-record.ts';
import { firstLine } from './first-line.ts';

describe('the first line of a text', () => {
  it('is the whole text if that is short, with white space collapsed', () => {
    assert.equal(firstLine('  Where is\n\n\tmy order?  '), 'Where is my order?');
    assert.equal(firstLine('x'.repeat(SESSION_TEXT_LENGTH)), 'x'.repeat(SESSION_TEXT_LENGTH));
  });

  it('is null for a blank text', () => {
    for (const text of ['', ' ', '\n\t ', ' '.repeat(10_000)]) assert.equal(firstLine(text), null);
  });

  it('ends with an ellipsis if it was cut', () => {
    assert.equal(firstLine('x'.repeat(10_000)), `${'x'.repeat(SESSION_TEXT_LENGTH - 1)}…`);
    const words = 'word '.repeat(1000);
    assert.match(firstLine(words) ?? '', /^(?:word )+word?…$|^(?:word )*wor?…$/);
  });

  it('is cut between characters, never inside one', () => {
    for (const before of ['', 'x', 'xy']) {
      const line = firstLine(`${before}${'😀'.repeat(500)}`) ?? '';
      assert.ok(line.isWellFormed(), line);
      assert.ok(line.endsWith('😀…') && line.length > SESSION_TEXT_LENGTH - 3);
    }
  });

  it('never exceeds the limit and contains no line break', () => {
    const texts = fc.array(anyText, { maxLength: 200 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const line = firstLine(text) ?? '';
        assert.ok(line.length <= SESSION_TEXT_LENGTH);
        assert.doesNotMatch(line, /[\n\r\u2028]|^\s|\s$/);
      }),
    );
  });
});

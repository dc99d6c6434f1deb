import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SESSION_TEXT_LENGTH } from '@parley/contract';
import fc from 'fast-check';
import { anyText } from '../../test/support/any-record.ts';
import { firstLine } from './first-line.ts';

describe('a text in one line', () => {
  it('is the text itself when that is short, with one space where there were several or a line break', () => {
    assert.equal(firstLine('  Where is\n\n\tmy order?  '), 'Where is my order?');
    assert.equal(firstLine('x'.repeat(SESSION_TEXT_LENGTH)), 'x'.repeat(SESSION_TEXT_LENGTH));
  });

  it('is nothing when nothing is said', () => {
    for (const text of ['', ' ', '\n\t ', ' '.repeat(10_000)]) assert.equal(firstLine(text), null);
  });

  it('says by its end that there is more', () => {
    assert.equal(firstLine('x'.repeat(10_000)), `${'x'.repeat(SESSION_TEXT_LENGTH - 1)}…`);
    const words = 'word '.repeat(1000);
    assert.match(firstLine(words) ?? '', /^(?:word )+word?…$|^(?:word )*wor?…$/);
  });

  it('is cut between characters, not within one', () => {
    for (const before of ['', 'x', 'xy']) {
      const line = firstLine(`${before}${'😀'.repeat(500)}`) ?? '';
      assert.ok(line.isWellFormed(), line);
      assert.ok(line.endsWith('😀…') && line.length > SESSION_TEXT_LENGTH - 3);
    }
  });

  it('is never longer than it may be, and never has a line break', () => {
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

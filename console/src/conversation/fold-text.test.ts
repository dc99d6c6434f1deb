import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beginningOf } from './fold-text.ts';

describe('a long text', () => {
  it('a text is collapsed by lines or by characters, and a short one is not', () => {
    assert.equal(beginningOf('a'.repeat(3000)), null);
    assert.equal(beginningOf('a\n'.repeat(23)), null);
    assert.equal(beginningOf('a'.repeat(3001))?.length, 2400);
    assert.equal(beginningOf('a\n'.repeat(40))?.split('\n').length, 18);
  });

  it('a text is not cut within a character', () => {
    assert.equal(beginningOf(`a${'😀'.repeat(2000)}`)?.isWellFormed(), true);
  });
});

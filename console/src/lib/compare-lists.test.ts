import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareLists } from './compare-lists.ts';

const compare = (before: string, after: string) =>
  compareLists([...before], [...after], (item) => item)
    .map(({ kind, item }) => ({ same: ' ', added: '+', removed: '-' })[kind] + item)
    .join('')
    .trim();

describe('comparing two lists', () => {
  it('the comparison has as few steps as possible', () => {
    assert.equal(compare('abcd', 'abxd'), 'a b-c+x d');
    assert.equal(compare('', 'ab'), '+a+b');
    assert.equal(compare('ab', ''), '-a-b');
    assert.equal(compare('abcabba', 'cbabac'), '-a-b c-a b+a b a+c');
  });

  it('both lists can be reconstructed from the comparison', () => {
    const lists = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(lists, lists, (before, after) => {
        const steps = compareLists(before, after, (item) => item);
        const without = (left: string) => steps.filter(({ kind }) => kind !== left).map(({ item }) => item);
        assert.deepEqual(without('added'), before);
        assert.deepEqual(without('removed'), after);
      }),
    );
  });
});

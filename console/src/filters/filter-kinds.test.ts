import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readView, type View } from '../state/view.ts';
import {
  chipText,
  choiceText,
  chosenFilters,
  kindOf,
  LIST_KINDS,
  notThis,
  onlyThis,
  turned,
} from './filter-kinds.ts';

const chips = (view: View) =>
  chosenFilters(view).map((chosen) => {
    const { verb, text } = chipText((value) => choiceText(chosen.kind, value), chosen);
    return `${chosen.kind.label} ${verb} ${text}`;
  });

describe('filters by values', () => {
  const model = kindOf('model');

  it('have chips that tell "is" from "is not"', () => {
    assert.deepEqual(chips({ model: ['a'] }), ['Response model is a']);
    assert.deepEqual(chips({ 'not.model': ['', 'a', 'b'], outcome: ['ok'] }), [
      'Response model is not a, b or No model',
      'Outcome is OK',
    ]);
    assert.deepEqual(chips({ outcome: ['error', 'blocked'] }), ['Outcome is Failed or Blocked']);
    assert.deepEqual(chips({ model: ['a', 'b', 'c', 'd'] }), ['Response model is one of 4']);
    assert.deepEqual(chips({ user: [''], 'not.session': [''], 'not.label.tier': ['free'] }), [
      'User is Anonymous',
      'Session is set',
      'tier is not free',
    ]);
  });

  it('can be switched between "is" and "is not", merging the values of both', () => {
    assert.deepEqual(turned({ model: ['a'], 'not.model': ['b'], q: 'x' }, model, true), {
      'not.model': ['b', 'a'],
      q: 'x',
    });
    assert.deepEqual(turned({ 'not.model': ['b'] }, model, false), { model: ['b'] });
  });

  it('can be set to a single value, or exclude one more', () => {
    assert.deepEqual(onlyThis({ model: ['a'], 'not.model': ['b', 'c'] }, model, 'b'), {
      model: ['b'],
      'not.model': ['c'],
    });
    assert.deepEqual(notThis({ model: ['a', 'b'], 'not.model': ['c'] }, model, 'b'), {
      model: ['a'],
      'not.model': ['c', 'b'],
    });
    assert.deepEqual(notThis({ 'not.model': ['c'] }, model, 'c'), { 'not.model': ['c'] });
  });

  it('have a chip for every name in the address', () => {
    for (const { name } of LIST_KINDS) {
      assert.equal(chips(readView({ [name]: 'x' })).length, 1, name);
      assert.equal(chips(readView({ [`not.${name}`]: 'x' })).length, 1, `not.${name}`);
    }
  });
});

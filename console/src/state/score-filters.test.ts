import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isScore, scoreParameters, scoresIn } from './score-filters.ts';
import { filtersOf, readView } from './view.ts';

test('filters by score are read from an address and written back the same', () => {
  const search = {
    'score.thumbs': ['false'],
    'score.model.accuracy.min': 0.5,
    'score.model.accuracy.max': -1,
    scored: ['plan'],
    'not.scored': ['reviewed'],
  };
  assert.deepEqual(scoreParameters(scoresIn(search)), search);
  assert.deepEqual(filtersOf(readView({ ...search, range: '7d' })), search);
});

test('single values become lists, and what is no score is dropped', () => {
  const view = readView({
    'score.thumbs': false,
    'score.stars': 4,
    'score.a b': ['x'],
    'score.stars.min': 'many',
    'score.stars.mean': ['3'],
    scored: 'plan',
    'not.scored': [''],
  });
  assert.deepEqual(view, { 'score.thumbs': ['false'], 'score.stars': ['4'], scored: ['plan'] });
  assert.ok(isScore('score.thumbs') && !isScore('score.thumbs.max') && !isScore('label.thumbs'));
});

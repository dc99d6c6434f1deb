import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreFilterText, withScore } from './score-filter-text.ts';

test('a filter by score reads as a sentence', () => {
  const said = (filter: Parameters<typeof scoreFilterText>[0]) => {
    const { verb, text } = scoreFilterText(filter);
    return `${verb} ${text}`.trim();
  };
  assert.equal(said({ values: ['false'] }), 'is Down');
  assert.equal(said({ values: ['refund', 'order'] }), 'is refund or order');
  assert.equal(said({ min: 0.5 }), 'at least 0.5');
  assert.equal(said({ max: 3 }), 'at most 3');
  assert.equal(said({ min: -1, max: 3 }), '-1 to 3');
  assert.deepEqual([said({ scored: true }), said({ scored: false })], ['is set', 'is not set']);
});

test('another filter by the same score replaces it, and all else stays', () => {
  const view = withScore({ range: '7d', model: ['a'], scored: ['plan'] }, 'thumbs', { values: ['false'] });
  assert.deepEqual(view, { range: '7d', model: ['a'], scored: ['plan'], 'score.thumbs': ['false'] });
  assert.deepEqual(withScore(view, 'thumbs', { scored: false }), {
    range: '7d',
    model: ['a'],
    scored: ['plan'],
    'not.scored': ['thumbs'],
  });
  assert.deepEqual(withScore(view, 'plan', null), { range: '7d', model: ['a'], 'score.thumbs': ['false'] });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEASURE_SQL } from './measures.ts';
import { mergedFrom, stateOf } from './states.ts';

test('a state keeps name, parameters and arguments of its aggregate, and a merge keeps name and parameters', () => {
  assert.equal(stateOf('count()'), 'countState()');
  assert.equal(mergedFrom('count()', 's'), 'countMerge(s)');
  assert.equal(stateOf("countIf(outcome = 'error')"), "countIfState(outcome = 'error')");
  assert.equal(stateOf('quantilesExact(0.5, 0.9)(x)'), 'quantilesExactState(0.5, 0.9)(x)');
  assert.equal(mergedFrom('quantilesExact(0.5, 0.9)(x)', 's'), 'quantilesExactMerge(0.5, 0.9)(s)');
  assert.equal(mergedFrom('uniqExactIf((a, b), notEmpty(b))', 's'), 'uniqExactIfMerge(s)');
});

test('every part of a measure is one aggregate', () => {
  for (const { parts } of Object.values(MEASURE_SQL)) {
    for (const part of parts) assert.match(stateOf(part), /^\w+State\(/);
  }
});

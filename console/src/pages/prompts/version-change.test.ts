import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versionChange } from './version-change.ts';

const usage = { input: 1000, output: 500, total: 1500, cachedInput: null, cacheWrite: null, reasoning: null };
const before = { interactions: 100, errors: 1, latencyMean: 1000, usage, costUsd: 1, scores: [] };
const version = { ...before, number: 7, name: null };

test('figures are compared per call, and small changes are left out', () => {
  const dearer = {
    ...version,
    interactions: 200,
    errors: 2,
    costUsd: 2.36,
    usage: { ...usage, input: 2000, output: 1000 },
  };
  assert.equal(versionChange(dearer, before), 'Since version 7: cost per call +18%.');
  assert.equal(
    versionChange({ ...version, errors: 3, latencyMean: 900 }, before),
    'Since version 7: latency −10%, errors 1.0% → 3.0%.',
  );
  assert.equal(versionChange(version, before), 'Since version 7: no figure changed by more than 2%.');
});

test('few calls are said to be few, and unknown figures are left out', () => {
  const few = { ...version, name: 'b', interactions: 12, errors: 0, costUsd: null, latencyMean: null };
  const unknown = { ...few, usage: { ...usage, input: null, output: null } };
  assert.equal(
    versionChange(unknown, before),
    'Since version b: errors 1.0% → 0%. Few calls to judge by: 12.',
  );
});

test('scores are compared where both versions have some, and few are said to be few', () => {
  const scored = (thumbs: number, accuracy: number | null, scores: number) => [
    { name: 'thumbs', kind: 'boolean' as const, mean: thumbs, scores },
    { name: 'accuracy', kind: 'number' as const, mean: accuracy, scores: accuracy === null ? 0 : scores },
  ];
  assert.equal(
    versionChange(
      { ...version, scores: scored(0.91, 0.7, 200) },
      { ...before, scores: scored(0.96, 0.82, 100) },
    ),
    'Since version 7: thumbs down 4.0% → 9.0%, accuracy 0.82 → 0.7.',
  );
  assert.equal(
    versionChange({ ...version, scores: scored(0.5, null, 4) }, { ...before, scores: scored(1, 3, 100) }),
    'Since version 7: thumbs down 0% → 50.0% (4 scores).',
  );
  assert.equal(
    versionChange({ ...version, scores: scored(1, 3, 100) }, { ...before, scores: scored(1, 3, 100) }),
    'Since version 7: no figure changed by more than 2%.',
  );
});

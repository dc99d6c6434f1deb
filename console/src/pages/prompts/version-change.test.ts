import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versionChange } from './version-change.ts';

const usage = { input: 1000, output: 500, total: 1500, cachedInput: null, cacheWrite: null, reasoning: null };
const before = { interactions: 100, errors: 1, latencyMean: 1000, usage, costUsd: 1 };
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

/** `POST /v1/explain` over a real engine: what was planted is found, and its figures are those of its interactions. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Cause, ExplainBody, QueryBody } from '@parley/contract';
import { runQuery } from '../src/queries/analytics/run.ts';
import { explain } from '../src/queries/explain/explain.ts';
import { fetchEvidence } from '../src/queries/explain/fetch.ts';
import { planExplanation } from '../src/queries/explain/plan.ts';
import type { Store } from '../src/store/store.ts';
import { assertAlmostEqual } from './support/almost-equal.ts';
import { type Planted, plantCause } from './support/planted-causes.ts';
import { evidenceOf } from './support/planted-evidence.ts';
import { plantedRecords } from './support/planted-records.ts';
import { testStore } from './support/test-store.ts';

const DAY = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 16);
const PERIODS = { now: { from: NOW - 2 * DAY, to: NOW }, before: { from: NOW - 4 * DAY, to: NOW - 2 * DAY } };
/** A price, a loop, a pair, an outage, growth everywhere and a slow model. */
const SEEDS = [0, 1, 5, 6, 11, 12];

describe('an explanation', () => {
  let store: Store;
  const cleanups: (() => unknown)[] = [];
  after(async () => {
    for (const clean of cleanups.toReversed()) await clean();
  });
  const planted = new Map<string, Planted>(SEEDS.map((seed) => [`app_${seed}`, plantCause(seed)]));

  before(async () => {
    ({ store } = await testStore({ after: (clean) => void cleanups.push(clean) }));
    for (const [appId, { calls }] of planted) {
      const rows = plantedRecords(calls, appId, PERIODS).map((record) => ({
        record,
        request: Buffer.from('{}'),
        response: Buffer.from('{}'),
        keeping: 'numbers' as const,
      }));
      await store.insertInteractions(rows, appId);
    }
  });

  for (const [appId, { scenario, measure, failedOnly, causes }] of planted) {
    const body = ExplainBody.parse({
      measure,
      ...PERIODS.now,
      filters: failedOnly ? { outcome: 'error' } : {},
    });

    it(`names what was planted first: ${scenario}`, async () => {
      const answer = await explain(store, [appId], body, NOW);
      const [first] = answer.causes;
      assert.ok(first, answer.sentence);
      const names = [first.parts, ...first.same.map((part) => [part])].map((parts) =>
        parts
          .map(({ dimension, value }) => `${dimension}=${value}`)
          .sort()
          .join(' '),
      );
      assert.ok(
        causes.some((cause) => names.includes([...cause].sort().join(' '))),
        `${JSON.stringify(causes)} is not in: ${answer.sentence}`,
      );
    });

    it(`says of each cause what its interactions say: ${scenario}`, async () => {
      const answer = await explain(store, [appId], body, NOW);
      for (const cause of answer.causes) await sameAsItsInteractions(appId, body, cause);
      const parts = answer.factors.reduce((sum, { change }) => sum + change, 0);
      if (answer.factors.length > 0) assertAlmostEqual(parts, answer.change, 'factors');
    });
  }

  it('has the sums that the interactions have', async () => {
    for (const [appId, one] of planted) {
      const expected = evidenceOf(one);
      const body = ExplainBody.parse({ measure: one.measure, ...PERIODS.now });
      const { whole, candidates, atoms } = await fetchEvidence(store, planExplanation([appId], body, NOW));
      for (const [position, total] of whole.now.entries())
        assertAlmostEqual(
          atoms.reduce((sum, { now }) => sum + (now[position] ?? 0), 0),
          total,
          `sum ${position} of ${appId}`,
        );
      const key = ({ dimension, value }: { dimension: string; value: string }) => `${dimension}=${value}`;
      const known = new Set(candidates.map(key));
      // Beyond the first of each dimension, ties may fall either way.
      for (const candidate of expected.candidates.slice(0, 5))
        assert.ok(known.has(key(candidate)), key(candidate));
    }
  });

  async function sameAsItsInteractions(appId: string, asked: ExplainBody, cause: Cause) {
    const { rows, previous } = await runQuery(
      store,
      [appId],
      QueryBody.parse({
        measures: ['interactions', 'costUsd', 'totalTokens', 'errorRate', 'latencyMean'],
        ...PERIODS.now,
        compare: 'previous',
        filters: { ...asked.filters, ...labelled(cause.filters) },
      }),
      NOW,
    );
    assert.equal(rows[0]?.interactions, cause.interactions.now);
    assert.equal(previous?.rows[0]?.interactions, cause.interactions.before);
    if (asked.measure !== 'latencyP95') assertAlmostEqual(cause.now, rows[0]?.[asked.measure], cause.sentence);
  }
});

/** Filters as the server reads them: labels in one member. */
function labelled(filters: Cause['filters']) {
  const entries = Object.entries(filters);
  const labels = entries.filter(([name]) => name.startsWith('label.'));
  return {
    ...Object.fromEntries(entries.filter(([name]) => !name.startsWith('label.'))),
    ...(labels.length > 0
      ? { labels: Object.fromEntries(labels.map(([name, values]) => [name.slice('label.'.length), values])) }
      : {}),
  };
}

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
import { namesPlanted, type Planted, plantCause } from './support/planted-causes.ts';
import { evidenceOf } from './support/planted-evidence.ts';
import { plantedRecords } from './support/planted-records.ts';
import { testStore } from './support/test-store.ts';

const DAY = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 16);
const PERIODS = { now: { from: NOW - 2 * DAY, to: NOW }, before: { from: NOW - 4 * DAY, to: NOW - 2 * DAY } };
/** A price, an outage, growth everywhere and a slow model. */
const SEEDS = [0, 6, 11, 12];
const SIZE = 0.25;

describe('an explanation', () => {
  let store: Store;
  const cleanups: (() => unknown)[] = [];
  after(async () => {
    for (const clean of cleanups.toReversed()) await clean();
  });
  const planted = new Map<string, Planted>(SEEDS.map((seed) => [`app_${seed}`, plantCause(seed, SIZE)]));

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

  for (const [appId, one] of planted) {
    const { scenario, measure, failedOnly } = one;
    const body = ExplainBody.parse({
      measure,
      ...PERIODS.now,
      filters: failedOnly ? { outcome: 'error' } : {},
    });

    it(`names what was planted first, with the figures of its interactions: ${scenario}`, async () => {
      const answer = await explain(store, [appId], body, NOW);
      const [first] = answer.causes;
      assert.ok(first, answer.sentence);
      const names = [first.parts, ...first.same.map((part) => [part])].map((parts) =>
        parts.map(({ dimension, value }) => `${dimension}=${value}`),
      );
      assert.ok(namesPlanted(one, names), `${JSON.stringify(one.causes)} is not in: ${answer.sentence}`);
      await sameAsItsInteractions(appId, body, first);
      const parts = answer.factors.reduce((sum, { change }) => sum + change, 0);
      if (answer.factors.length > 0) assertAlmostEqual(parts, answer.change, 'factors');
    });
  }

  it('is told by the sums that the interactions have', async () => {
    const [[appId, one] = ['', plantCause(0)]] = planted;
    const body = ExplainBody.parse({ measure: one.measure, ...PERIODS.now });
    const { whole, candidates, atoms } = await fetchEvidence(store, planExplanation([appId], body, NOW));
    for (const [position, total] of whole.now.entries()) {
      const listed = atoms.reduce((sum, { now }) => sum + (now[position] ?? 0), 0);
      assertAlmostEqual(listed, total, `sum ${position}`);
    }
    const key = ({ dimension, value }: { dimension: string; value: string }) => `${dimension}=${value}`;
    const known = new Set(candidates.map(key));
    // Further down, ties may fall either way.
    for (const candidate of evidenceOf(one).candidates.slice(0, 10))
      assert.ok(known.has(key(candidate)), key(candidate));
  });

  it('sees nothing of other applications', async () => {
    const body = ExplainBody.parse({ measure: 'interactions', ...PERIODS.now });
    const answer = await explain(store, ['app_unknown'], body, NOW);
    assert.equal(answer.sentence, 'There were no calls in either period.');
    assert.deepEqual(answer.causes, []);
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
    if (asked.measure !== 'latencyP95')
      assertAlmostEqual(cause.now, rows[0]?.[asked.measure], cause.sentence);
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

/** Scores and their targets in any order give the same result: a property over random scores and permutations. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ListInteractionsQuery, QueryBody } from '@parley/contract';
import { keptScore } from '../src/envelope/score.ts';
import { runQuery } from '../src/queries/analytics/run.ts';
import type { Apps } from '../src/queries/filters.ts';
import { listInteractions } from '../src/queries/list-interactions.ts';
import { listScores } from '../src/queries/scores.ts';
import type { StoredScore } from '../src/store/rows/score-row.ts';
import { headOf, recordOf } from './support/interactions.ts';
import { plainScore, randomScores, remainingScores, shuffled } from './support/random-scores.ts';
import { testStore } from './support/test-store.ts';

const SEED = Number(process.env.PARLEY_TEST_SEED ?? 1);
const NOW = Date.parse('2026-03-30T12:00:00Z');
const APPS = ['app_a', 'app_b', 'app_c'] as const;
const BODY = Buffer.from('{}');

it('scores and their targets in any order give the same result', async (test) => {
  const { store } = await testStore(test);
  const inputs = randomScores(80, SEED, NOW);
  const models = ['m1', 'm2', 'm1', 'm2'];
  for (const [i, appId] of APPS.entries()) {
    const scores = shuffled(inputs, i).map(
      (input): StoredScore => ({ ...keptScore(appId, input, NOW), appId, receivedAt: NOW }),
    );
    const records = models.map((model, n) => ({
      ...recordOf(headOf({ appId, id: `00000000-0000-4000-8000-0000000000${i}${n}` })),
      model,
      upstreamId: `up-${n}`,
      session: `s${n % 2}`,
      requestedAt: new Date(NOW - n).toISOString(),
    }));
    const interactions = records.map((record) => ({ record, request: BODY, response: BODY }));
    // Before, between and after the targets; the last batch repeats the first, as after a crash.
    if (i === 1) await store.insertInteractions(interactions, `interactions ${i}`);
    for (const part of [0, 1, 2, 3]) {
      await store.insertScores(scores.slice(part * 20, part * 20 + 20), `${appId} ${part}`);
      if (i === 0 && part === 1) await store.insertInteractions(interactions, `interactions ${i}`);
    }
    await store.insertScores(scores.slice(0, 20), `${appId} again`);
    if (i === 2) await store.insertInteractions(interactions, `interactions ${i}`);
  }
  const seen = async (app: string) => {
    const apps: Apps = [app];
    const { data } = await listScores(store, apps, { limit: 500 });
    const query = ListInteractionsQuery.parse({ scores: { stars: { min: 2 } } });
    const listed = await listInteractions(store, apps, query);
    const body = QueryBody.parse({
      measures: ['score.stars.mean', 'score.stars.count', 'interactions'],
      dimensions: ['model'],
      from: NOW - 1000,
      to: NOW + 1000,
    });
    return {
      scores: data.map(plainScore).toSorted(),
      listed: listed.data.map(({ upstreamId, scores = [] }) => [
        upstreamId,
        scores.map(plainScore).toSorted(),
      ]),
      rows: (await runQuery(store, apps, body, NOW)).rows,
    };
  };
  const expected = remainingScores(APPS[0], inputs);
  const first = await seen(APPS[0]);
  assert.deepEqual(first.scores, expected, `seed ${SEED}`);
  assert.ok(first.scores.length > 5 && first.listed.length > 0);
  for (const app of APPS.slice(1)) assert.deepEqual(await seen(app), first, `seed ${SEED}, ${app}`);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Score, ScoreEvent } from '@parley/contract';
import { withLiveScores } from './live-scores.ts';

const score = (id: string, value: number, minute: number, about: Partial<Score>): Score => ({
  id,
  appId: 'app',
  name: 'stars',
  value,
  comment: null,
  author: 'judge',
  source: 'judge',
  at: `2026-03-11T12:0${minute}:00.000Z`,
  receivedAt: `2026-03-11T12:0${minute}:00.000Z`,
  ...about,
});
const own = { interaction: 'i-1' };
const row = (scores: readonly Score[], upstreamId: string | null = 'chatcmpl-1') => ({
  id: 'i-1',
  upstreamId,
  scores,
});
const values = (scores: readonly Score[], ...arrived: ScoreEvent[]) =>
  withLiveScores([row(scores)], arrived).flatMap((one) => one.scores.map(({ value }) => value));

test('a score that arrives joins those of its row, by either of its ids, the newest first', () => {
  assert.deepEqual(values([], score('a', 4, 1, own)), [4]);
  assert.deepEqual(values([score('a', 4, 1, own)], score('b', 5, 2, { upstreamId: 'chatcmpl-1' })), [5, 4]);
});

test('the newest version of a score counts, whichever way it came, and a deleted one is gone', () => {
  assert.deepEqual(values([score('a', 4, 1, own)], score('a', 2, 2, own)), [2]);
  assert.deepEqual(values([score('a', 4, 2, own)], score('a', 2, 1, own)), [4]);
  assert.deepEqual(values([], score('a', 4, 1, own), score('a', 3, 2, own)), [3]);
  assert.deepEqual(values([score('a', 4, 1, own)], { ...score('a', 4, 2, own), value: null }), []);
});

test('rows that no score names stay the same objects', () => {
  const rows = [row([], null)];
  const others = [score('a', 4, 1, { interaction: 'i-2' }), score('b', 4, 1, { session: 's' })];
  assert.equal(withLiveScores(rows, others)[0], rows[0]);
  assert.equal(withLiveScores(rows, []), rows);
});

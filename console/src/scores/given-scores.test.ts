import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Score } from '@parley/contract';
import { withGiven } from './given-scores.ts';

const target = { appId: 'app', type: 'interaction', id: 'i-1' } as const;
const AT = '2026-03-11T12:00:00.000Z';
const score = (author: string, value: boolean, at = AT): Score => ({
  id: author,
  appId: 'app',
  interaction: 'i-1',
  name: 'thumbs',
  value,
  comment: null,
  author,
  source: 'review',
  at,
  receivedAt: at,
});
const given = (value: boolean | null, at: string) =>
  new Map([['thumbs', { name: 'thumbs', said: value === null ? null : { value, comment: null }, at }]]);
const shown = (scores: readonly Score[], own: Parameters<typeof withGiven>[3]) =>
  withGiven(target, scores, 'ann', own).map(({ author, value }) => [author, value]);

test('what the reader gave replaces their own score and nobody else’s', () => {
  const scores = [score('bob', true), score('ann', true)];
  const later = '2026-03-11T12:01:00.000Z';
  assert.deepEqual(shown(scores, given(false, later)), [
    ['ann', false],
    ['bob', true],
  ]);
  assert.deepEqual(shown(scores, given(null, later)), [['bob', true]]);
  assert.deepEqual(shown(scores, new Map()), [
    ['bob', true],
    ['ann', true],
  ]);
});

test('a later score from another window counts, and one about the response is not replaced', () => {
  const later = score('ann', true, '2026-03-11T13:00:00.000Z');
  assert.deepEqual(shown([later], given(false, AT)), [['ann', true]]);
  const { interaction: _, ...rest } = score('ann', true);
  assert.deepEqual(shown([{ ...rest, upstreamId: 'up' }], given(false, AT)), [
    ['ann', false],
    ['ann', true],
  ]);
});

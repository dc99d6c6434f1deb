import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { QueryAnswer } from '@parley/contract';
import { hourAround } from '../../pages/overview/hour-around.ts';
import { only } from './picked.ts';
import { colored, selectedIn, spanOf, stack, unfinishedIn } from './series.ts';
import { noneOf } from './stacks.ts';

const DAY = '2026-01-01T00:00:00.000Z';
const NOON = '2026-01-01T12:00:00.000Z';
const NEXT_DAY = '2026-01-02T00:00:00.000Z';
const END = '2026-01-03T01:00:00.000Z';
const answer = (rows: Record<string, unknown>[]) =>
  ({ rows: rows.map((row) => ({ time: DAY, ...row })), from: NOON, to: END }) as unknown as QueryAnswer;
const BUSY = answer([
  { model: 'small', interactions: 3 },
  { model: 'large', interactions: 9 },
  { model: null, others: true, interactions: 50 },
]);
const DEAR = answer([
  { model: 'huge', costUsd: 8 },
  { model: 'large', costUsd: 7 },
  { model: 'small', costUsd: 1 },
  { model: null, others: true, costUsd: 1 },
]);

describe('series', () => {
  it('series are sorted by size, with Others last', () => {
    const { series } = stack(BUSY, 'model', 'interactions');
    assert.deepEqual(
      series.map(({ name }) => name),
      ['large', 'small', 'Others'],
    );
  });

  it('thumbs have their names, and interactions without any, too', () => {
    const thumbs = answer([
      { 'score.thumbs': null, interactions: 5 },
      { 'score.thumbs': 'true', interactions: 3 },
      { 'score.thumbs': 'false', interactions: 1 },
    ]);
    const { series } = stack(thumbs, 'score.thumbs', 'interactions', noneOf('score.thumbs'));
    assert.deepEqual(
      series.map(({ name }) => name),
      ['Not scored', 'Up', 'Down'],
    );
    const [none, up] = series.map((group) => only('score.thumbs', { group, value: 1 }));
    assert.deepEqual([none, up], [{ 'not.scored': ['thumbs'] }, { 'score.thumbs': ['true'] }]);
  });

  it('a point covers the time up to the next one, within the range', () => {
    const stacked = stack(
      answer([
        { model: 'small', interactions: 1 },
        { model: 'small', interactions: 1, time: NEXT_DAY },
      ]),
      'model',
      'interactions',
    );
    assert.deepEqual(spanOf(stacked, 0), { from: NOON, to: NEXT_DAY });
    assert.deepEqual(spanOf(stacked, 1), { from: NEXT_DAY, to: END });
    assert.equal(spanOf(stacked, 2), null);
    assert.deepEqual(selectedIn(stacked, { first: 0, last: 1 }), { from: NOON, to: END });
  });

  it('the point that contains the present is marked as incomplete', () => {
    const stacked = { times: [DAY, NEXT_DAY], range: { from: NOON, to: END }, series: [] };
    assert.equal(unfinishedIn(stacked, Date.parse(NEXT_DAY)), 1);
    assert.equal(unfinishedIn(stacked, Date.parse(NEXT_DAY) - 1), 0);
    assert.equal(unfinishedIn(stacked, Date.parse(END)), null);
    assert.equal(unfinishedIn(stacked, Date.parse(DAY) - 1), null);
  });

  it('a series has the same colour in every chart', () => {
    const order = ['older', 'small', 'huge', 'large'];
    const [busy, dear] = colored(
      [stack(BUSY, 'model', 'interactions'), stack(DEAR, 'model', 'costUsd')],
      order,
    );
    const [alone] = colored(
      [stack(answer([{ model: 'large', interactions: 1 }]), 'model', 'interactions')],
      order,
    );
    const colorsIn = (stacked = busy) => new Map(stacked?.series.map(({ name, color }) => [name, color]));
    for (const name of ['large', 'small', 'Others'])
      assert.equal(colorsIn(busy).get(name), colorsIn(dear).get(name), name);
    assert.equal(colorsIn(alone).get('large'), colorsIn(busy).get('large'));
    assert.equal(new Set(colorsIn(dear).values()).size, 4);
  });
});

describe('the hour around a moment', () => {
  const range = { from: '2026-11-16T08:15:00.000Z', to: '2026-11-16T12:15:00.000Z' };

  it('it is an hour of the time zone, within the range', () => {
    assert.deepEqual(hourAround('2026-11-16T09:20:30.123Z', 'UTC', range), {
      from: '2026-11-16T09:00:00.000Z',
      to: '2026-11-16T10:00:00.000Z',
    });
    assert.deepEqual(hourAround('2026-11-16T09:20:30.123Z', 'Asia/Kolkata', range), {
      from: '2026-11-16T08:30:00.000Z',
      to: '2026-11-16T09:30:00.000Z',
    });
    assert.equal(hourAround('2026-11-16T08:20:00Z', 'UTC', range).from, range.from);
    assert.equal(hourAround('2026-11-16T12:10:00Z', 'UTC', range).to, range.to);
  });
});

describe('series of users', () => {
  it('are told apart by their keys where they share a name', () => {
    const user = (key: string, firstName: string | null) => ({
      key,
      appId: 'app',
      firstName,
      lastName: null,
      email: null,
    });
    const { series } = stack(
      {
        ...answer([
          { user: 'u1', interactions: 3 },
          { user: 'u2', interactions: 2 },
          { user: 'u3', interactions: 1 },
          { user: null, interactions: 1 },
        ]),
        users: [user('u1', 'Ann'), user('u2', 'Ann'), user('u3', null)],
      },
      'user',
      'interactions',
      'Anonymous',
    );
    assert.deepEqual(
      series.map(({ name, key }) => [name, key]),
      [
        ['Ann', 'u1'],
        ['Ann (u2)', 'u2'],
        ['Anonymous', null],
        ['u3', 'u3'],
      ],
    );
  });
});

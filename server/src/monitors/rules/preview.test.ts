import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MonitorDefinition } from '@parley/contract';
import { type BucketFigure, preview, previewSpan } from './preview.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-18T10:00Z');
const DEFINITION: MonitorDefinition = {
  ...{ measure: 'errorRate', filters: {}, groupBy: 'user', window: '1h', condition: { above: 0.05 } },
  ...{ steps: null, minimum: 20, for: 0, margin: 0, noData: 'ok', every: null },
};

/** The last three hours of a group: error rates of so many interactions. */
function hours(
  group: string,
  figures: readonly (readonly [rate: number, interactions: number])[],
): BucketFigure[] {
  return figures.map(([value, interactions], i) => {
    const to = NOW - (figures.length - 1 - i) * HOUR;
    return { group, from: to - HOUR, to, value, interactions };
  });
}

test('the points of a preview are those of its first group, where there was enough to judge', () => {
  const asked = { definition: DEFINITION, timeZone: 'UTC', now: NOW };
  const buckets = [
    ...hours('ann', [
      [1, 2],
      [0.1, 40],
      [0, 20],
    ]),
    ...hours('bob', [
      [0.5, 40],
      [0, 40],
      [0, 40],
    ]),
  ];
  const { points, group, fired } = preview(asked, previewSpan(asked), buckets);
  assert.equal(group, 'ann');
  assert.deepEqual(
    points.map(({ value }) => value),
    [null, 0.1, 0],
  );
  assert.deepEqual(
    fired.map((one) => [one.group, one.at - NOW, one.until]),
    [
      ['bob', -2 * HOUR, NOW - HOUR],
      ['ann', -HOUR, NOW],
    ],
  );
});

test('a preview shows 30 days however short the window is, and no more points than a chart can draw', () => {
  const MINUTE = 60_000;
  const definition: MonitorDefinition = {
    ...DEFINITION,
    ...{ measure: 'errors', groupBy: null, window: '5m', condition: { above: 10 }, minimum: 0 },
  };
  const asked = { definition, timeZone: 'UTC', now: NOW };
  const span = previewSpan(asked);
  assert.deepEqual([span.bucket, span.shown.to - span.shown.from], ['5minutes', 30 * 24 * HOUR]);
  const peak = NOW - 10 * 24 * HOUR;
  const buckets: BucketFigure[] = [];
  for (let from = span.known.from; from < span.known.to; from += 5 * MINUTE)
    buckets.push({
      ...{ group: '', from, to: from + 5 * MINUTE },
      ...{ value: from === peak ? 99 : 1, interactions: 5 },
    });
  const { points, fired } = preview(asked, span, buckets);
  assert.ok(points.length <= 1000 && points.length > 500, String(points.length));
  assert.deepEqual(
    points.filter(({ value }) => value === 99),
    [{ time: peak + 5 * MINUTE, value: 99 }],
    'a peak is drawn',
  );
  assert.deepEqual(fired, [{ group: '', at: peak + 5 * MINUTE, until: peak + 10 * MINUTE, step: null }]);
});

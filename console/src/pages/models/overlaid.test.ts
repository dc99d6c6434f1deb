import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureNamed } from './figure-kinds.ts';
import { overlaid } from './overlaid.ts';

const row = (
  time: string,
  requestedModel: string | null,
  errorRate: number | null,
  interactions: number,
) => ({
  time,
  requestedModel,
  errorRate,
  interactions,
});

test('models are lines in the order of the answer, zeros too, with the calls behind each value', () => {
  const kind = figureNamed('errorRate');
  assert.ok(kind);
  const { times, series } = overlaid(
    {
      from: '1',
      to: '3',
      rows: [row('1', 'a', 0, 10), row('1', null, null, 0), row('2', 'a', 0, 12), row('2', null, 0.5, 2)],
    },
    kind,
  );
  assert.deepEqual(times, ['1', '2']);
  assert.deepEqual(
    series.map(({ name, key, values, counts }) => [name, key, values, counts]),
    [
      ['a', 'a', [0, 0], [10, 12]],
      ['No model named', null, [null, 0.5], [0, 2]],
    ],
  );
});

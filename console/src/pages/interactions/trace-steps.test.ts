import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TraceSpan } from '@parley/contract';
import { outlineOf } from '../../conversation/outline.ts';
import { costsOf, durationOf, extentOf, stepsOf, titleOf } from './trace-steps.ts';

const SPAN: TraceSpan = {
  appId: 'app',
  spanId: 's',
  parentSpanId: null,
  name: 'invoke_agent Travel agent',
  kind: 'agent',
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:01.500Z',
  failed: false,
};

describe('an outline in a trace', () => {
  it('its title is the span name without the operation', () => {
    const names = ['invoke_agent Travel agent', 'execute_tool look_up', 'execute_tool ', 'chat gpt-4o', ''];
    assert.deepEqual(
      names.map((name) => titleOf({ ...SPAN, name })),
      ['Travel agent', 'look_up', 'execute_tool ', 'chat gpt-4o', 'Unnamed span'],
    );
  });

  it('its duration is known only if its times are valid', () => {
    assert.equal(durationOf(SPAN), 1500);
    assert.equal(durationOf({ ...SPAN, endedAt: null }), null);
    assert.equal(durationOf({ ...SPAN, endedAt: '2025-01-01T00:00:00.000Z' }), null);
  });

  it('it is a step at its start, or before all others if it has none', () => {
    const [step, timeless] = stepsOf([], [SPAN, { ...SPAN, spanId: 't', startedAt: null, endedAt: null }]);
    assert.deepEqual([step?.id, step?.at, timeless?.at], ['s', Date.UTC(2026, 0, 1), 0]);
  });
});

describe('the steps of a trace', () => {
  const spans = [
    { ...SPAN, spanId: 'root', endedAt: '2026-01-01T00:00:04.000Z' },
    { ...SPAN, spanId: 'leaf', parentSpanId: 'root', startedAt: '2026-01-01T00:00:03.000Z', endedAt: null },
  ];

  it('they extend from the earliest beginning to the latest end that is known', () => {
    const { from, to } = extentOf(stepsOf([], spans));
    assert.deepEqual([from, to - from], [Date.UTC(2026, 0, 1), 4000]);
  });

  it('a step without times has no period, and a moment still has a length', () => {
    assert.equal(stepsOf([], spans)[1]?.period, null);
    const { from, to } = extentOf(stepsOf([], [{ ...SPAN, endedAt: SPAN.startedAt }]));
    assert.equal(to - from, 1);
  });

  it('a step costs what the calls below it cost', () => {
    const call = (id: string, parentSpanId: string | null, usd: number | null) => ({
      id,
      at: 1,
      spanId: id,
      parentSpanId,
      period: null,
      interaction: { cost: usd === null ? null : { usd } },
    });
    const steps = [
      call('a', null, 1),
      call('b', 'a', 2),
      call('c', 'b', 4),
      call('d', 'a', null),
      call('e', null, null),
    ];
    const costs = costsOf(outlineOf(steps));
    assert.deepEqual([...costs].sort(), [
      ['a', 7],
      ['b', 6],
      ['c', 4],
      ['d', null],
      ['e', null],
    ]);
  });
});

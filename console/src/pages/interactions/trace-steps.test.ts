import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TraceSpan } from '@parley/contract';
import { durationOf, stepsOf, titleOf } from './trace-steps.ts';

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

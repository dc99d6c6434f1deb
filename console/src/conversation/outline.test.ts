import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { outlineOf } from './outline.ts';

const span = (second: number, spanId: string | null, parentSpanId: string | null = null) => ({
  id: `${spanId}${second}`,
  at: second,
  spanId,
  parentSpanId,
});
const shown = (spans: ReturnType<typeof span>[]) =>
  outlineOf(spans).map(({ step, depth }) => `${'-'.repeat(depth)}${step.spanId}`);

describe('the outline of a trace', () => {
  it('has what a span led to below it, in the order of time', () => {
    const spans = [span(5, 'd', 'a'), span(4, 'e'), span(3, 'c', 'b'), span(2, 'b', 'a'), span(1, 'a')];
    assert.deepEqual(shown(spans), ['a', '-b', '--c', '-d', 'e']);
  });

  it('takes a parent that is not there for none', () => {
    assert.deepEqual(shown([span(1, 'a', 'elsewhere'), span(2, 'b', 'elsewhere')]), ['a', 'b']);
  });

  it('has everything once, also of spans that go in circles or share an id', () => {
    assert.deepEqual(shown([span(1, 'a', 'b'), span(2, 'b', 'a'), span(3, 'c', 'c')]), ['c', 'a', '-b']);
    assert.deepEqual(shown([span(1, 'a'), span(2, 'a'), span(3, 'b', 'a'), span(4, null)]), [
      'a',
      '-b',
      'a',
      'null',
    ]);
  });
});

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
  it('child spans are below their parent, ordered by time', () => {
    const spans = [span(5, 'd', 'a'), span(4, 'e'), span(3, 'c', 'b'), span(2, 'b', 'a'), span(1, 'a')];
    assert.deepEqual(shown(spans), ['a', '-b', '--c', '-d', 'e']);
  });

  it('a span with an unknown parent is a root', () => {
    assert.deepEqual(shown([span(1, 'a', 'elsewhere'), span(2, 'b', 'elsewhere')]), ['a', 'b']);
  });

  it('every span appears once, even with cycles or duplicate ids', () => {
    assert.deepEqual(shown([span(1, 'a', 'b'), span(2, 'b', 'a'), span(3, 'c', 'c')]), ['c', 'a', '-b']);
    assert.deepEqual(shown([span(1, 'a'), span(2, 'a'), span(3, 'b', 'a'), span(4, null)]), [
      'a',
      '-b',
      'a',
      'null',
    ]);
  });
});

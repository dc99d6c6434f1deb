import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs } from '../../../test/support/cpu-time.ts';
import { findRepeats, type KnownSpan } from './find-repeats.ts';

function seen(
  spanId: string,
  parentSpanId: string | null,
  tokens: [number, number] | null = null,
): KnownSpan {
  const isCall = spanId.startsWith('call');
  return {
    traceId: 't',
    spanId,
    parentSpanId,
    isCall,
    hasContent: false,
    input: tokens?.[0] ?? null,
    output: tokens?.[1] ?? null,
  };
}

const INNER = [seen('call1', 'call0', [10, 1]), seen('call2', 'call0', [20, 2])];

test('a call with the sum of the calls inside it is a repeat', () => {
  assert.deepEqual([...findRepeats([...INNER, seen('call0', null, [30, 3])])], ['t/call0']);
});

test('a call without tokens around other calls is a repeat', () => {
  assert.deepEqual([...findRepeats([seen('call0', null), ...INNER])], ['t/call0']);
});

test('a call with more tokens than the calls inside it is not a repeat', () => {
  assert.deepEqual([...findRepeats([...INNER, seen('call0', null, [30, 30])])], []);
});

test('a call around a call of another type is not a repeat', () => {
  const embedding = { ...seen('call1', 'call0', [10, 0]), wordless: 'embedding' as const };
  assert.deepEqual([...findRepeats([embedding, seen('call0', null)])], []);
  const around = { ...seen('call2', null), wordless: 'embedding' as const };
  const inside = { ...embedding, parentSpanId: 'call0' };
  const between = seen('call0', 'call2', [10, 5]);
  assert.deepEqual([...findRepeats([inside, between, around])], ['t/call2']);
});

test('sibling calls below an agent are not repeats', () => {
  const spans = [seen('agent', null), seen('call1', 'agent', [1, 1]), seen('call2', 'agent', [1, 1])];
  assert.deepEqual([...findRepeats(spans)], []);
});

test('other spans may lie between a repeat and the call inside it', () => {
  const spans = [seen('call0', null, [5, 5]), seen('http', 'call0'), seen('call1', 'http', [5, 5])];
  assert.deepEqual([...findRepeats(spans)], ['t/call0']);
});

test('of three nested calls, the innermost is recorded', () => {
  const spans = [seen('call0', null, [5, 5]), seen('call1', 'call0', [5, 5]), seen('call2', 'call1', [5, 5])];
  assert.deepEqual([...findRepeats(spans)].sort(), ['t/call0', 't/call1']);
});

function recorded(span: KnownSpan): KnownSpan {
  return { ...span, fate: 'recorded' };
}

test('calls of earlier requests count as calls inside', () => {
  assert.deepEqual([...findRepeats([seen('call0', null, [30, 3]), ...INNER.map(recorded)])], ['t/call0']);
});

test('if only the outer call has content, the outer one is recorded', () => {
  const outer = { ...seen('call0', null, [5, 5]), hasContent: true };
  const between = seen('call1', 'call0', [5, 5]);
  const inner = seen('call2', 'call1', [5, 5]);
  assert.deepEqual([...findRepeats([inner, { ...outer, spanId: 'call1' }])], ['t/call2']);
  assert.deepEqual([...findRepeats([inner, between, outer])].sort(), ['t/call1', 't/call2']);
  const told = { ...inner, hasContent: true };
  assert.deepEqual([...findRepeats([told, between, outer])].sort(), ['t/call0', 't/call1']);
});

test('a call inside that was recorded earlier makes the outer one a repeat, even if that has content', () => {
  const outer = { ...seen('call0', null, [5, 5]), hasContent: true };
  assert.deepEqual([...findRepeats([outer, recorded(seen('call1', 'call0', [5, 5]))])], ['t/call0']);
});

test('calls inside a known repeat count for the call around it', () => {
  const spans = [seen('call0', null, [5, 5]), seen('call1', 'call0', [5, 5]), seen('call2', 'call1', [3, 3])];
  const known = spans.map((span) => (span.spanId === 'call1' ? { ...span, fate: 'repeat' as const } : span));
  assert.deepEqual([...findRepeats(known)], []);
});

test('spans of another trace are not related', () => {
  const other = INNER.map((span) => ({ ...span, traceId: 'u' }));
  assert.deepEqual([...findRepeats([...other, seen('call0', null, [30, 3])])], []);
});

test('parent ids that form a cycle do not loop forever', () => {
  findRepeats([seen('a', 'b'), seen('b', 'a'), seen('call1', 'a', [1, 1]), seen('call2', 'call2', [1, 1])]);
});

test('a long chain above many calls is walked once', () => {
  const chain = Array.from({ length: 20_000 }, (_, at) => seen(`s${at}`, at === 0 ? null : `s${at - 1}`));
  const calls = Array.from({ length: 20_000 }, (_, at) => seen(`call${at}`, 's19999', [1, 1]));
  // Walking it for each call would take 400 million steps.
  assert.ok(cpuMs(() => findRepeats([...chain, ...calls])) < 3_000);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLabels } from './labels.ts';
import { Notes } from './notes.ts';
import { readTrace } from './trace.ts';

const codes = (notes: readonly { path: string; code: string }[]) =>
  notes.map(({ path, code }) => `${path}: ${code}`);

function read<T>(reader: (value: unknown, notes: Notes) => T, value: unknown) {
  const notes = new Notes();
  const found = reader(value, notes);
  return { found, issues: codes(notes.issues), warnings: codes(notes.warnings) };
}

describe('labels', () => {
  it('are read as they are, and numbers and booleans as strings', () => {
    const labels = {
      environment: 'production',
      'team.name_1-a': 'Größe 🌊',
      count: 3,
      beta: true,
      gone: null,
      none: '',
    };
    assert.deepEqual(read(readLabels, labels), {
      found: { environment: 'production', 'team.name_1-a': 'Größe 🌊', count: '3', beta: 'true' },
      issues: [],
      warnings: ['labels.count: number_as_string', 'labels.beta: boolean_as_string'],
    });
    for (const nothing of [undefined, null, {}, { a: '' }])
      assert.equal(read(readLabels, nothing).found, null);
  });

  it('are refused with the path of each that does not fit', () => {
    assert.deepEqual(read(readLabels, []).issues, ['labels: invalid_type']);
    const wrong = {
      '': 'a',
      'a b': 'a',
      ['x'.repeat(65)]: 'a',
      long: 'x'.repeat(257),
      list: ['a'],
      broken: '\u0000',
    };
    assert.deepEqual(read(readLabels, wrong).issues, [
      'labels.: invalid_name',
      'labels.a b: invalid_name',
      `labels.${'x'.repeat(65)}: invalid_name`,
      'labels.long: too_long',
      'labels.list: invalid_type',
      'labels.broken: not_printable',
    ]);
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, 'v']));
    assert.deepEqual(read(readLabels, many(33)).issues, ['labels: too_many']);
    assert.equal(Object.keys(read(readLabels, many(32)).found ?? {}).length, 32);
    assert.deepEqual(Object.keys(read(readLabels, JSON.parse('{"__proto__":"a"}')).found ?? {}), [
      '__proto__',
    ]);
  });
});

describe('a trace', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const spanId = '00f067aa0ba902b7';

  it('is read as W3C has it, in any case', () => {
    assert.deepEqual(read(readTrace, { traceId: traceId.toUpperCase(), spanId, parentSpanId: null }), {
      found: { traceId, spanId, parentSpanId: null },
      issues: [],
      warnings: [],
    });
  });

  it('may have any other ids, with a warning, and needs its own', () => {
    assert.deepEqual(read(readTrace, { traceId: 'request 7', spanId: '0'.repeat(16) }), {
      found: { traceId: 'request 7', spanId: '0'.repeat(16), parentSpanId: null },
      issues: [],
      warnings: ['trace.traceId: not_w3c', 'trace.spanId: not_w3c'],
    });
    assert.deepEqual(read(readTrace, { spanId }).issues, ['trace.traceId: required']);
    assert.deepEqual(read(readTrace, { traceId: 'x'.repeat(129) }).issues, ['trace.traceId: too_long']);
    assert.deepEqual(read(readTrace, 'abc').issues, ['trace: invalid_type']);
    for (const nothing of [undefined, null, {}]) assert.equal(read(readTrace, nothing).found, null);
  });
});

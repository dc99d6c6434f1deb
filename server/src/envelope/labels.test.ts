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
  it('are kept as sent; numbers and booleans become strings', () => {
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

  it('are refused with the path of each invalid one', () => {
    assert.deepEqual(read(readLabels, []).issues, ['labels: invalid_type']);
    const wrong = {
      '': 'a',
      'a b': 'a',
      list: ['a'],
      broken: '\u0000',
    };
    assert.deepEqual(read(readLabels, wrong).issues, [
      'labels.: invalid_name',
      'labels.a b: invalid_name',
      'labels.list: invalid_type',
      'labels.broken: not_printable',
    ]);
    assert.deepEqual(Object.keys(read(readLabels, JSON.parse('{"__proto__":"a"}')).found ?? {}), [
      '__proto__',
    ]);
  });
});

describe('labels beyond the limits', () => {
  const many = (count: number, value: unknown = 'v') =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`n${String(count - i).padStart(2, '0')}`, value]),
    );

  it('are dropped with a warning; the first 32 by name are kept', () => {
    const { found, issues, warnings } = read(readLabels, many(33));
    assert.deepEqual([issues, warnings], [[], ['labels: too_many']]);
    assert.deepEqual(Object.keys(found ?? {}), Object.keys(many(32)).reverse());
    assert.deepEqual(read(readLabels, many(32)).warnings, []);
    assert.deepEqual(read(readLabels, { ...many(40, ''), own: 'a' }), {
      found: { own: 'a' },
      issues: [],
      warnings: [],
    });
  });

  it('have their names and values cut with a warning, and remain distinct', () => {
    const name = 'x'.repeat(65);
    const labels = { [`${name}a`]: 'a', [`${name}b`]: 'b', long: 'x'.repeat(257), longer: 'x'.repeat(258) };
    const { found, issues, warnings } = read(readLabels, labels);
    assert.deepEqual(issues, []);
    assert.deepEqual(
      warnings,
      Object.keys(labels).map((each) => `labels.${each}: shortened`),
    );
    const { long, longer, ...rest } = found ?? {};
    assert.deepEqual([long?.length, longer?.length, long === longer], [256, 256, false]);
    assert.deepEqual(Object.values(rest), ['a', 'b']);
    for (const each of Object.keys(rest)) assert.match(each, /^x{51}-[0-9a-f]{12}$/);
  });
});

describe('a trace', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const spanId = '00f067aa0ba902b7';

  it('has ids as in W3C Trace Context, in upper or lower case', () => {
    assert.deepEqual(read(readTrace, { traceId: traceId.toUpperCase(), spanId, parentSpanId: null }), {
      found: { traceId, spanId, parentSpanId: null },
      issues: [],
      warnings: [],
    });
  });

  it('may have other ids, with a warning, and requires a traceId', () => {
    assert.deepEqual(read(readTrace, { traceId: 'request 7', spanId: '0'.repeat(16) }), {
      found: { traceId: 'request 7', spanId: '0'.repeat(16), parentSpanId: null },
      issues: [],
      warnings: ['trace.traceId: not_w3c', 'trace.spanId: not_w3c'],
    });
    assert.deepEqual(read(readTrace, { spanId }).issues, ['trace.traceId: required']);
    assert.deepEqual(read(readTrace, { traceId: 'x'.repeat(129) }).warnings, [
      'trace.traceId: shortened',
      'trace.traceId: not_w3c',
    ]);
    assert.deepEqual(read(readTrace, 'abc').issues, ['trace: invalid_type']);
    for (const nothing of [undefined, null, {}]) assert.equal(read(readTrace, nothing).found, null);
  });
});

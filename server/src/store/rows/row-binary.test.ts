import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readRows, type Value } from '../../../test/support/read-rows.ts';
import { type ColumnType, RowWriter } from './row-binary.ts';

const big = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const float = fc.double({ noNaN: true });
const values: Record<ColumnType, fc.Arbitrary<Value>> = {
  String: fc.string({ unit: 'grapheme', maxLength: 400 }),
  UUID: fc.uuid(),
  'DateTime64(3)': fc.integer({ min: -1e13, max: 1e13 }),
  UInt32: fc.integer({ min: 0, max: 0xffffffff }),
  Float64: float,
  'Nullable(Bool)': fc.option(fc.boolean()),
  'Nullable(UInt64)': fc.option(big),
  'Nullable(Float64)': fc.option(float),
  'Map(String, String)': fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true }),
};
const types = Object.keys(values) as ColumnType[];
const row = fc.tuple(...types.map((type) => values[type]));

test('written rows are read back unchanged, whatever their size', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), fc.integer({ min: 0, max: 64 }), (rows, bytes) => {
      const writer = new RowWriter(bytes);
      for (const written of rows) {
        for (const [i, type] of types.entries()) writer.write(type, (written[i] ?? null) as never);
      }
      assert.deepEqual(readRows(writer.bytes, types), rows);
    }),
  );
});

test('a list of texts and buffers is written as one string', () => {
  const writer = new RowWriter(1);
  writer.write('String', ['é', Buffer.from('ü'), '', Buffer.alloc(20_000, 'x'), '𝄞']);
  writer.write('String', []);
  assert.deepEqual(readRows(writer.bytes, ['String', 'String']), [[`éü${'x'.repeat(20_000)}𝄞`, '']]);
});

test('the bytes are as ClickHouse documents them', () => {
  const writer = new RowWriter();
  writer.write('UUID', '61f0c404-5cb3-11e7-907b-a6006ad3dba0');
  writer.write('String', 'a'.repeat(300));
  writer.write('DateTime64(3)', -1);
  writer.write('Nullable(UInt64)', null);
  writer.write('Nullable(Bool)', true);
  const length = Buffer.from([0xac, 0x02]);
  const id = Buffer.from('e711b35c04c4f061a0dbd36a00a67b90', 'hex');
  const rest = Buffer.from([...Array(8).fill(0xff), 1, 0, 1]);
  assert.deepEqual(writer.bytes, Buffer.concat([id, length, Buffer.alloc(300, 'a'), rest]));
});

test('the length of a lone surrogate is that of its replacement character', () => {
  const writer = new RowWriter();
  writer.write('String', ['a\ud800', 'b']);
  writer.write('UInt32', 7);
  assert.deepEqual(readRows(writer.bytes, ['String', 'UInt32']), [['a\ufffdb', 7]]);
});

test('values that do not fit their type are refused', () => {
  const writer = new RowWriter();
  assert.throws(() => writer.write('UUID', 'no id'), /Not a UUID: no id/);
  assert.throws(() => writer.write('Nullable(UInt64)', -1), RangeError);
  assert.throws(() => writer.write('Nullable(UInt64)', 1.5), RangeError);
  assert.throws(() => writer.write('UInt32', 2 ** 32), RangeError);
});

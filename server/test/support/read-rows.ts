/** Decodes what `RowWriter` encodes, by the types of the columns. */
import type { ColumnType } from '../../src/store/rows/row-binary.ts';

export type Value = string | number | boolean | null | Record<string, string>;

export function readRows(bytes: Buffer, types: readonly ColumnType[]): Value[][] {
  const rows: Value[][] = [];
  let at = 0;
  const take = (length: number) => {
    at += length;
    if (at > bytes.length) throw new Error('The last row is cut off.');
    return at - length;
  };
  const count = () => {
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes.readUInt8(take(1));
      length += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return length;
    }
  };
  const text = () => {
    const length = count();
    const start = take(length);
    return bytes.toString('utf8', start, start + length);
  };
  const half = () => bytes.readBigUInt64LE(take(8)).toString(16).padStart(16, '0');
  const nullable = (read: () => Value) => () => (bytes.readUInt8(take(1)) === 1 ? null : read());
  const float = () => bytes.readDoubleLE(take(8));
  const readers: Record<ColumnType, () => Value> = {
    String: text,
    UUID: () => `${half()}${half()}`.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    'DateTime64(3)': () => Number(bytes.readBigInt64LE(take(8))),
    UInt32: () => bytes.readUInt32LE(take(4)),
    Float64: float,
    'Nullable(Bool)': nullable(() => bytes.readUInt8(take(1)) === 1),
    'Nullable(UInt64)': nullable(() => Number(bytes.readBigUInt64LE(take(8)))),
    'Nullable(Float64)': nullable(float),
    'Map(String, String)': () =>
      Object.fromEntries(Array.from({ length: count() }, () => [text(), text()] as const)),
  };
  while (at < bytes.length) rows.push(types.map((type) => readers[type]()));
  return rows;
}

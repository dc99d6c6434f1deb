/**
 * Writer of ClickHouse's RowBinary format: values one after the other, without names or separators. Nothing is escaped
 * or parsed, and bytes stay as they are.
 */

/** Pieces that are written as one string. */
export type Parts = readonly (string | Buffer)[];

/** The value of each column type; LowCardinality(String) is written as String. */
export type ColumnTypes = {
  String: string | Parts;
  UUID: string;
  /** Milliseconds since 1970. */
  'DateTime64(3)': number;
  UInt32: number;
  Float64: number;
  'Nullable(Bool)': boolean | null;
  'Nullable(UInt64)': number | null;
  'Nullable(Float64)': number | null;
  'Map(String, String)': Readonly<Record<string, string>>;
};
export type ColumnType = keyof ColumnTypes;

export class RowWriter {
  #buffer: Buffer;
  #length = 0;

  constructor(bytes = 1 << 20) {
    this.#buffer = Buffer.allocUnsafe(bytes);
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  write<T extends ColumnType>(type: T, value: ColumnTypes[T]): void {
    WRITERS[type](this, value);
  }

  parts(parts: Parts): void {
    const sizes = parts.map((part) => Buffer.byteLength(part));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    this.#reserve(5 + bytes);
    this.length(bytes);
    for (const [i, part] of parts.entries()) {
      if (typeof part === 'string') this.#buffer.write(part, this.#length);
      else part.copy(this.#buffer, this.#length);
      this.#length += sizes[i] ?? 0;
    }
  }

  /** LEB128: seven bits per byte, lowest first; the highest bit marks that more follow. */
  length(count: number): void {
    let left = count;
    for (; left > 0x7f; left >>>= 7) this.uint8((left & 0x7f) | 0x80);
    this.uint8(left);
  }

  /** Two 64-bit little-endian numbers, the higher one first. */
  uuid(value: string): void {
    const digits = value.replaceAll('-', '');
    if (digits.length !== 32) throw new Error(`Not a UUID: ${value}`);
    for (const start of [8, 0, 24, 16]) this.uint32(Number.parseInt(digits.slice(start, start + 8), 16));
  }

  uint8(value: number): void {
    this.#reserve(1);
    this.#length = this.#buffer.writeUInt8(value, this.#length);
  }

  uint32(value: number): void {
    this.#reserve(4);
    this.#length = this.#buffer.writeUInt32LE(value, this.#length);
  }

  uint64(value: number): void {
    this.#reserve(8);
    this.#length = this.#buffer.writeBigUInt64LE(BigInt(value), this.#length);
  }

  int64(value: number): void {
    this.#reserve(8);
    this.#length = this.#buffer.writeBigInt64LE(BigInt(value), this.#length);
  }

  float64(value: number): void {
    this.#reserve(8);
    this.#length = this.#buffer.writeDoubleLE(value, this.#length);
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#buffer.length));
    this.bytes.copy(larger);
    this.#buffer = larger;
  }
}

type Write<V> = (row: RowWriter, value: V) => void;

const float64: Write<number> = (row, value) => row.float64(value);

const WRITERS: { [T in ColumnType]: Write<ColumnTypes[T]> } = {
  String: (row, value) => row.parts(typeof value === 'string' ? [value] : value),
  UUID: (row, value) => row.uuid(value),
  'DateTime64(3)': (row, value) => row.int64(value),
  UInt32: (row, value) => row.uint32(value),
  Float64: float64,
  'Nullable(Bool)': nullable((row, value) => row.uint8(value ? 1 : 0)),
  'Nullable(UInt64)': nullable((row, value) => row.uint64(value)),
  'Nullable(Float64)': nullable(float64),
  'Map(String, String)': (row, value) => {
    const entries = Object.entries(value);
    row.length(entries.length);
    for (const [key, text] of entries) {
      row.parts([key]);
      row.parts([text]);
    }
  },
};

function nullable<V>(write: Write<V>): Write<V | null> {
  return (row, value) => {
    row.uint8(value === null ? 1 : 0);
    if (value !== null) write(row, value);
  };
}

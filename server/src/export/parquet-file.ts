/**
 * A Parquet file, written row group by row group. `write` returns the bytes of a group; only its position
 * stays in memory, for the footer.
 */
import { constants, zstdCompressSync } from 'node:zlib';
import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { Column } from './column.ts';

/** Times are in milliseconds. */
export type Cell = string | number | boolean | null;

/** Columns in the order of the file, each with one value per row of the group. */
export type RowGroup = readonly (readonly Cell[])[];

export type ParquetColumn = Pick<Column<never>, 'name' | 'kind'>;

const TYPES = {
  text: 'STRING',
  time: 'TIMESTAMP',
  count: 'INT64',
  number: 'DOUBLE',
  flag: 'BOOLEAN',
} as const;

/** Texts that hardly ever repeat: a dictionary would cost more than it saves. */
const PLAIN = new Set(['id', 'upstreamId', 'inputText', 'outputText', 'title', 'lastAnswer']);

export class ParquetFile {
  readonly #columns: readonly ParquetColumn[];
  readonly #bytes = new ForwardingWriter();
  readonly #file: ParquetWriter;

  constructor(columns: readonly ParquetColumn[]) {
    this.#columns = columns;
    this.#file = new ParquetWriter({
      writer: this.#bytes,
      schema: schemaFromColumnData({ columnData: this.#columnData([]) }),
      codec: 'ZSTD',
      compressors: { ZSTD: compress },
      // With statistics, the library would hold the smallest and largest text of every group until the end.
      statistics: false,
    });
  }

  /** The bytes of the group, and any written before that were not returned yet. */
  async write(group: RowGroup): Promise<Buffer<ArrayBuffer>> {
    await this.#file.write({ columnData: this.#columnData(group), rowGroupSize: group[0]?.length ?? 0 });
    return this.#bytes.take();
  }

  async finish(): Promise<Buffer<ArrayBuffer>> {
    await this.#file.finish();
    return this.#bytes.take();
  }

  #columnData(group: RowGroup): ColumnSource[] {
    return this.#columns.map(({ name, kind }, index) => ({
      name,
      type: TYPES[kind],
      data: (group[index] ?? []).map((cell) =>
        cell !== null && (kind === 'time' || kind === 'count') ? BigInt(cell) : cell,
      ),
      ...(PLAIN.has(name) ? { encoding: 'PLAIN' as const } : {}),
    }));
  }
}

function compress(input: Uint8Array): Uint8Array {
  return zstdCompressSync(input, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}

/** The library's writer, from which written bytes can be taken; `offset` keeps counting. */
class ForwardingWriter extends ByteWriter {
  take(): Buffer<ArrayBuffer> {
    const bytes = Buffer.from(this.buffer, 0, this.index);
    this.buffer = new ArrayBuffer(1024);
    this.view = new DataView(this.buffer);
    this.index = 0;
    return bytes;
  }
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import type { Interaction } from '@parley/contract';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { anyRecord, bytesFrom, each } from '../../test/support/any-record.ts';
import { headOf, recordOf } from '../../test/support/interactions.ts';
import type { Column } from './column.ts';
import { INTERACTION_COLUMNS as COLUMNS } from './interaction-columns.ts';
import { cellOf, toParquet } from './parquet.ts';
import { ParquetFile } from './parquet-file.ts';

const compressors = { ZSTD: (input: Uint8Array) => zstdDecompressSync(input) };
/** The reader's default drops a byte order mark, which is a character like any other. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const parsers = { stringFromBytes: (bytes: Uint8Array | undefined) => bytes && decoder.decode(bytes) };

describe('Parquet', () => {
  it('is read back with every column and its type, however rows are grouped', async () => {
    const groups = fc.array(fc.array(anyRecord, { minLength: 1, maxLength: 20 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(groups, async (records) => {
        const file = new ParquetFile(COLUMNS);
        const written: Buffer[] = [];
        for (const group of records) {
          const cells = COLUMNS.map((column) => group.map((record) => cellOf(column, record)));
          written.push(await file.write(cells));
        }
        assert.deepEqual(await read([...written, await file.finish()]), records.flat().map(expectedRow));
      }),
      { numRuns: 60 },
    );
  });

  it('ends a row group at the limit of rows or of text', async () => {
    const records = fc.sample(anyRecord, 25);
    for (const most of [{ rows: 7, characters: 1e6 }, { rows: 1000, characters: 20 }, undefined]) {
      const chunks = await Array.fromAsync(toParquet(each(records), COLUMNS, most));
      assert.deepEqual(await read(chunks), records.map(expectedRow));
      if (most?.rows === 7) assert.equal(chunks.length, 5);
    }
  });

  it('declares times, counts, numbers, flags and texts, even without rows', async () => {
    const { schema } = parquetMetadata(fileOf([await bytesFrom(toParquet(each([]), COLUMNS))]));
    const types = new Map(schema.map(({ name, type, converted_type }) => [name, [type, converted_type]]));
    assert.deepEqual(types.get('requestedAt'), ['INT64', 'TIMESTAMP_MILLIS']);
    assert.deepEqual(types.get('inputTokens'), ['INT64', undefined]);
    assert.deepEqual(types.get('costUsd'), ['DOUBLE', undefined]);
    assert.deepEqual(types.get('isAuthenticated'), ['BOOLEAN', undefined]);
    assert.deepEqual(types.get('inputText'), ['BYTE_ARRAY', 'UTF8']);
    assert.equal(schema.length, COLUMNS.length + 1);
  });

  it('yields a full row group before it reads further rows', async () => {
    let asked = 0;
    async function* endless(): AsyncGenerator<Interaction> {
      for (;;) {
        asked++;
        yield recordOf(headOf());
      }
    }
    const chunks = toParquet(endless(), COLUMNS, { rows: 100, characters: 1e6 });
    const sizes: number[] = [];
    for (let groups = 1; groups <= 5; groups++) {
      const { value } = await chunks.next();
      sizes.push(value?.length ?? 0);
      assert.equal(asked, groups * 100);
    }
    await chunks.return();
    // Chunks are of about the same size: nothing accumulates.
    assert.ok(Math.max(...sizes) < 1.2 * Math.min(...sizes), String(sizes));
  });

  it('takes one text of ten megabytes', async () => {
    const inputText = 'Ein Fluß. '.repeat(1_000_000);
    const chunks = await Array.fromAsync(toParquet(each([{ ...recordOf(headOf()), inputText }]), COLUMNS));
    assert.equal((await read(chunks))[0]?.inputText, inputText);
  });
});

function fileOf(chunks: readonly Uint8Array[]): ArrayBuffer {
  const bytes = Buffer.concat(chunks);
  const file = new ArrayBuffer(bytes.length);
  new Uint8Array(file).set(bytes);
  return file;
}

function read(chunks: readonly Uint8Array[]): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file: fileOf(chunks), compressors, parsers });
}

function expectedRow(record: Interaction): Record<string, unknown> {
  return Object.fromEntries(COLUMNS.map((column) => [column.name, expected(column, record)]));
}

function expected({ kind, of }: Column<Interaction>, record: Interaction): unknown {
  const value = of(record);
  if (value === null) return null;
  if (kind === 'time') return new Date(String(value));
  if (kind === 'count') return BigInt(value);
  return typeof value === 'string' ? value.toWellFormed() : value;
}

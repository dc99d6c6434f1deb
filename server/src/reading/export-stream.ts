/** Exports as streams of bytes, which read records only as fast as the client takes them. */
import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { ExportQuery } from '@parley/contract';
import type { Column } from '../export/column.ts';
import { toCsv } from '../export/csv.ts';
import { toJsonl } from '../export/jsonl.ts';
import { toParquet } from '../export/parquet.ts';

export type ExportFormat = ExportQuery['as'];
export type ExportForm = { as: ExportFormat; gzip: boolean };

/** Bytes of a compressed chunk, each of which is a message to another thread. */
const CHUNK_BYTES = 64 * 1024;

const ENCODERS = { csv: toCsv, jsonl: toJsonl, parquet: toParquet };

/**
 * Rejects when the first page cannot be read, so that an error status can still be sent. A later failure destroys
 * the stream.
 */
export async function exportStream<R>(
  columns: readonly Column<R>[],
  records: AsyncGenerator<R, void, undefined>,
  { as, gzip }: ExportForm,
): Promise<Readable> {
  const first = await records.next();
  const bytes = Readable.from(ENCODERS[as](again(first, records), columns), { objectMode: false });
  if (!gzip) return bytes;
  // Either stream destroys the other, with its error; the reader gets that error.
  return pipeline(bytes, createGzip({ level: constants.Z_BEST_SPEED, chunkSize: CHUNK_BYTES }), () => {});
}

async function* again<R>(
  first: IteratorResult<R, void>,
  rest: AsyncGenerator<R, void, undefined>,
): AsyncGenerator<R, void, undefined> {
  try {
    if (first.done) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}

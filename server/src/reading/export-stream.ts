/** From records to the bytes of a file, as a stream: it reads on as far as somebody takes the bytes. */
import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { ExportQuery } from '@parley/contract';
import type { Column } from '../export/column.ts';
import { toCsv } from '../export/csv.ts';
import { toJsonl } from '../export/jsonl.ts';
import { toParquet } from '../export/parquet.ts';

export type ExportFormat = ExportQuery['as'];
export type ExportForm = { as: ExportFormat; gzip: boolean };

/** Each is a message to another thread. */
const CHUNK = 64 * 1024;

const ENCODERS = { csv: toCsv, jsonl: toJsonl, parquet: toParquet };

/**
 * Fails before there is a stream when the first page cannot be read: that can still be answered. A failure
 * later destroys the stream.
 */
export async function exportStream<R>(
  columns: readonly Column<R>[],
  records: AsyncGenerator<R, void, undefined>,
  { as, gzip }: ExportForm,
): Promise<Readable> {
  const first = await records.next();
  const bytes = Readable.from(ENCODERS[as](again(first, records), columns), { objectMode: false });
  if (!gzip) return bytes;
  // Each destroys the other, with the error if there is one; whoever reads meets it.
  return pipeline(bytes, createGzip({ level: constants.Z_BEST_SPEED, chunkSize: CHUNK }), () => {});
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

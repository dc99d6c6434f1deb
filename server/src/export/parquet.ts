/**
 * Parquet: the flat columns with their types, a row group at a time. A group of this size takes a tenth of
 * a second to encode and compress, so a thread does it: this one also acknowledges.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Interaction } from '@parley/contract';
import { COLUMNS, type Column } from './columns.ts';
import type { Cell, ParquetColumn, RowGroup } from './parquet-file.ts';

/** Fewer rows in a group would make a long footer, and more would be held in memory for no better a file. */
const GROUP = { rows: 5000, characters: 4 * 1024 * 1024 };

const WORKER = new URL('./parquet-worker.ts', import.meta.url);

export async function* toParquet(
  records: AsyncIterable<Interaction>,
  most = GROUP,
): AsyncGenerator<Buffer, void, undefined> {
  const worker = new Worker(WORKER, {
    workerData: COLUMNS.map(({ name, kind }): ParquetColumn => ({ name, kind })),
  });
  // Also when nobody waits for it: it is met at the next group.
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  failed.catch(() => {});
  const written = async (group: RowGroup | null): Promise<Buffer> => {
    worker.postMessage(group);
    const [bytes]: Uint8Array<ArrayBuffer>[] = await Promise.race([once(worker, 'message'), failed]);
    return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Buffer.alloc(0);
  };
  try {
    let group = emptyGroup();
    let rows = 0;
    let characters = 0;
    for await (const record of records) {
      for (const [index, column] of COLUMNS.entries()) group[index]?.push(cellOf(column, record));
      rows++;
      characters += record.inputText.length + record.outputText.length;
      if (rows < most.rows && characters < most.characters) continue;
      yield await written(group);
      group = emptyGroup();
      rows = 0;
      characters = 0;
    }
    if (rows > 0) yield await written(group);
    yield await written(null);
  } finally {
    await worker.terminate();
  }
}

function emptyGroup(): Cell[][] {
  return COLUMNS.map(() => []);
}

export function cellOf({ kind, of }: Column, record: Interaction): Cell {
  const value = of(record);
  return kind === 'time' && value !== null ? Date.parse(String(value)) : value;
}

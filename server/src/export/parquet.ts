/** Exports as Parquet: typed columns, one row group at a time. */
import type { Column } from './column.ts';
import { type Cell, ParquetFile } from './parquet-file.ts';

/**
 * Limits of a row group. Smaller groups make a longer footer; larger ones take more memory for no better
 * file. A group of this size takes 0.1 s to encode and compress.
 */
const GROUP = { rows: 5000, characters: 4 * 1024 * 1024 };

export async function* toParquet<R>(
  records: AsyncIterable<R>,
  columns: readonly Column<R>[],
  most = GROUP,
): AsyncGenerator<Buffer, void, undefined> {
  const file = new ParquetFile(columns);
  const emptyGroup = (): Cell[][] => columns.map(() => []);
  let group = emptyGroup();
  let rows = 0;
  let characters = 0;
  for await (const record of records) {
    for (const [index, column] of columns.entries()) {
      const cell = cellOf(column, record);
      group[index]?.push(cell);
      if (typeof cell === 'string') characters += cell.length;
    }
    rows++;
    if (rows < most.rows && characters < most.characters) continue;
    yield await file.write(group);
    group = emptyGroup();
    rows = 0;
    characters = 0;
  }
  if (rows > 0) yield await file.write(group);
  yield await file.finish();
}

export function cellOf<R>({ kind, of }: Column<R>, record: R): Cell {
  const value = of(record);
  return kind === 'time' && value !== null ? Date.parse(String(value)) : value;
}

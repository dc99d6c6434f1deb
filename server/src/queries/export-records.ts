import { setImmediate as nextTurn } from 'node:timers/promises';
import { readAhead } from './read-ahead.ts';

/**
 * Time slice of an export between turns of the event loop. Other work of the thread comes first: after each turn,
 * however long, the export gets one slice.
 */
const SLICE_MS = 1;

/** Records of pages of rows, in slices that leave the thread to other work; one page is read ahead. */
export async function* exportRecords<Row, Record>(
  pages: AsyncIterable<readonly Row[]>,
  recordOf: (row: Row) => Record,
): AsyncGenerator<Record, void, undefined> {
  let begun = performance.now();
  for await (const page of readAhead(pages)) {
    for (const row of page) {
      yield recordOf(row);
      if (performance.now() - begun < SLICE_MS) continue;
      await nextTurn();
      begun = performance.now();
    }
  }
}

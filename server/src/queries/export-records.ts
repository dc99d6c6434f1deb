import { setImmediate as nextTurn } from 'node:timers/promises';
import { readAhead } from './read-ahead.ts';

/**
 * Work goes on for this long before the event loop gets a turn. Whoever wants an acknowledgement comes
 * first: a busy loop has much to do in a turn, and the export gets its millisecond after it.
 */
const TURN_MS = 1;

/** Rows as records, at a pace that leaves the thread to others; one page is read ahead. */
export async function* exportRecords<Row, Record>(
  pages: AsyncIterable<readonly Row[]>,
  recordOf: (row: Row) => Record,
): AsyncGenerator<Record, void, undefined> {
  let begun = performance.now();
  for await (const page of readAhead(pages)) {
    for (const row of page) {
      yield recordOf(row);
      if (performance.now() - begun < TURN_MS) continue;
      await nextTurn();
      begun = performance.now();
    }
  }
}

/** Lists go with the address of a question, and a ClickHouse server takes no parameter of more than 128 KB. */
const MOST_BYTES = 120 * 1024;

/** The items in lists that a server takes, by the text that each of them is in a question. */
export function* chunkParams<T>(items: readonly T[], textOf: (item: T) => string): Generator<T[]> {
  let portion: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = bytesInList(textOf(item));
    if (bytes + size > MOST_BYTES && portion.length > 0) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(item);
    bytes += size;
  }
  if (portion.length > 0) yield portion;
}

/** As it is in the address: between quotes and before a comma, with what has to be escaped. */
function bytesInList(text: string): number {
  return new URLSearchParams([["'',", text.replace(/['\\\t\n\r]/g, '\\$&')]]).toString().length;
}

/** Maximum bytes of a list parameter: it goes into the URL, and ClickHouse refuses parameters above 128 KB. */
const MAX_LIST_BYTES = 120 * 1024;

/** Splits items into lists that fit into a parameter, by the text that each of them is there. */
export function* chunkParams<T>(items: readonly T[], textOf: (item: T) => string): Generator<T[]> {
  let chunk: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = bytesInList(textOf(item));
    if (bytes + size > MAX_LIST_BYTES && chunk.length > 0) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(item);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

/** Bytes in the URL: escaped, in quotes, and followed by a comma. */
function bytesInList(text: string): number {
  return new URLSearchParams([["'',", text.replace(/['\\\t\n\r]/g, '\\$&')]]).toString().length;
}

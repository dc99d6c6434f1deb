import { chunks } from './chunks.ts';

/** One record per line, as the API returns it. */
export function toJsonl(records: AsyncIterable<unknown>): AsyncGenerator<Buffer, void, undefined> {
  return chunks(lines(records));
}

async function* lines(records: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

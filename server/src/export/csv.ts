/**
 * CSV as RFC 4180 has it: a header, CRLF, quotes where they are needed, UTF-8. An absent value is an empty
 * cell, an empty text a quoted one (`""`).
 *
 * Spreadsheets execute cells that look like formulas, quoted or not, and what is in here was written by
 * people and models: a text that could be taken for one gets an apostrophe in front.
 */
import { chunks } from './chunks.ts';
import type { Column } from './column.ts';

export function toCsv<R>(
  records: AsyncIterable<R>,
  columns: readonly Column<R>[],
): AsyncGenerator<Buffer, void, undefined> {
  return chunks(rows(records, columns));
}

async function* rows<R>(
  records: AsyncIterable<R>,
  columns: readonly Column<R>[],
): AsyncGenerator<string, void, undefined> {
  yield `${columns.map(({ name }) => name).join(',')}\r\n`;
  for await (const record of records) yield `${columns.map((column) => cell(column, record)).join(',')}\r\n`;
}

function cell<R>({ kind, of }: Column<R>, record: R): string {
  const value = of(record);
  if (value === null) return '';
  return kind === 'text' ? quote(harmless(String(value))) : String(value);
}

/**
 * What begins a formula, also in full width; spreadsheets look past spaces and characters nobody sees. A
 * tab or a line break in front can move the rest into a cell of its own.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;

function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quote(text: string): string {
  return text === '' || /[",\p{Cc}\s]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

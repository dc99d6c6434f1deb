/**
 * CSV by RFC 4180: a header, CRLF, quotes where needed, UTF-8. An absent value is an empty cell, an empty
 * text a quoted one (`""`).
 *
 * Spreadsheets execute cells that look like formulas, quoted or not, and these texts were written by users
 * and models: a text that could be read as a formula is prefixed with an apostrophe.
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
 * The beginning of a formula, also in full width; spreadsheets skip white space and invisible characters. A
 * leading tab or line break can move the rest into a cell of its own.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;

function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quote(text: string): string {
  return text === '' || /[",\p{Cc}\s]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

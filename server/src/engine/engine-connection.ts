import { quoteIdentifier, quoteText } from './quote.ts';

/** A connection of the engine's host to the engine, native or WebAssembly. */
export type Connection = {
  /** `parameters` by name, escaped as in the HTTP interface. */
  query(sql: string, parameters: ReadonlyMap<string, string>, format: string): Promise<Uint8Array>;
  insert(insert: Insert): Promise<void>;
};

export type Insert = {
  table: string;
  columns: readonly string[];
  values: Buffer;
  format: string;
  settings: ReadonlyMap<string, string>;
};

/** Maximum bytes of a statement: parameters are set by one, and the megabyte that the host accepts grows by quoting. */
export const MAX_STATEMENT_BYTES = 4 * 1024 * 1024;

/** Parameters persist on a connection until they are set again. */
export function setParameters(parameters: ReadonlyMap<string, string>): string {
  const assignments = [...parameters].map(([name, value]) => `param_${name} = ${quoteText(value)}`);
  return `SET ${assignments.join(', ')}`;
}

/** A connection runs one statement at a time. */
export type OpenConnection = () => Connection;

/** The insert of values from a file, which works for every format. */
export function insertFrom(file: string, { table, columns, format, settings }: Insert): string {
  const names = columns.length > 0 ? ` (${columns.map(quoteIdentifier).join(', ')})` : '';
  const assignments = [...settings].map(([name, value]) => `${quoteIdentifier(name)} = ${quoteText(value)}`);
  const set = assignments.length > 0 ? ` SETTINGS ${assignments.join(', ')}` : '';
  return `INSERT INTO ${quoteIdentifier(table)}${names} FROM INFILE ${quoteText(file)}${set} FORMAT ${format}`;
}

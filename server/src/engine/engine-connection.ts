import { quoteIdentifier, quoteText } from './quote.ts';

/** What the engine's host asks of an engine, whichever way that one runs. */
export type Connection = {
  /** `parameters` as the HTTP interface has them: escaped, by name. */
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

/** Parameters are set by a statement: a megabyte of them, as the host takes it, is longer when it is quoted. */
export const MOST_STATEMENT = 4 * 1024 * 1024;

/** They stay with the connection, until others of the same name are set. */
export function setParameters(parameters: ReadonlyMap<string, string>): string {
  const assignments = [...parameters].map(([name, value]) => `param_${name} = ${quoteText(value)}`);
  return `SET ${assignments.join(', ')}`;
}

/** A connection runs one statement at a time. */
export type OpenConnection = () => Connection;

/** The one way that every format comes in through: the values are in a file that the engine can read. */
export function insertFrom(file: string, { table, columns, format, settings }: Insert): string {
  const names = columns.length > 0 ? ` (${columns.map(quoteIdentifier).join(', ')})` : '';
  const assignments = [...settings].map(([name, value]) => `${quoteIdentifier(name)} = ${quoteText(value)}`);
  const set = assignments.length > 0 ? ` SETTINGS ${assignments.join(', ')}` : '';
  return `INSERT INTO ${quoteIdentifier(table)}${names} FROM INFILE ${quoteText(file)}${set} FORMAT ${format}`;
}

/** Quoting for SQL text that parameters cannot carry. Values that come from outside are parameters. */
export function quoteText(text: string): string {
  // At a zero byte, the engine as WebAssembly would take the statement to be over.
  return `'${text.replace(/['\\]/g, '\\$&').replaceAll('\0', '\\0')}'`;
}

/** A name of any characters, such as a database that an operator named; escapes what needs it. */
export function quoteName(name: string): string {
  return `\`${name.replace(/[`\\]/g, '\\$&')}\``;
}

/** A plain identifier out of a request to the engine's host; refuses anything else, as the engine would. */
export function quoteIdentifier(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new Error(`Code: 62. DB::Exception: Bad name ${name}`);
  return `\`${name}\``;
}

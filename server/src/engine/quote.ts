/** Texts and names as SQL has them. For what comes from outside, parameters are the way. */
export function quoteText(text: string): string {
  // At a zero, the engine as WebAssembly would take the statement to be over.
  return `'${text.replace(/['\\]/g, '\\$&').replaceAll('\0', '\\0')}'`;
}

export function quoteName(name: string): string {
  return `\`${name.replace(/[`\\]/g, '\\$&')}\``;
}

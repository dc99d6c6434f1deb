/** Texts and names as SQL has them. For what comes from outside, parameters are the way. */
export function quoteText(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}

export function quoteName(name: string): string {
  return `\`${name.replace(/[`\\]/g, '\\$&')}\``;
}

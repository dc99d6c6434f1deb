/** The beginning of a text, in UTF-16 code units, and never half a character. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(length - 1));
  return text.slice(0, isHalf ? length - 1 : length);
}

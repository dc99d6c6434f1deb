/**
 * `lowerUTF8` for the engine as WebAssembly, which is built without the library for it: the letters whose lower case is
 * one letter, and the two exceptions. Tables store its expression, so it must not change.
 */
const CAPITALS = letters().filter((letter) => [...letter.toLowerCase()].length === 1);
const SMALL = CAPITALS.map((letter) => letter.toLowerCase());

export const LOWER_CASE = `CREATE FUNCTION IF NOT EXISTS lowerUTF8 AS (text) -> lower(translateUTF8(
  if(position(text, 'Σ') > 0, replaceRegexpAll(text, '(\\\\pL)Σ(\\\\PL|$)', '\\\\1ς\\\\2'), replaceAll(text, 'İ', 'i̇')),
  '${CAPITALS.join('')}',
  '${SMALL.join('')}'))`;

function letters(): string[] {
  const found: string[] = [];
  for (let point = 0x80; point <= 0x10ffff; point++) {
    const letter = String.fromCodePoint(point);
    if (letter !== letter.toLowerCase()) found.push(letter);
  }
  return found;
}

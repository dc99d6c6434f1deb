/**
 * The content column before large content was stored apart, and the expression of its index of words. Frozen.
 */
import { assignments } from '../rewrite/mutations.ts';

export const FIRST_PARTS = ['input_text', 'request', 'response', 'output_text'] as const;

const BYTES = ['input_bytes', 'request_bytes', 'response_bytes', 'output_bytes'] as const;

/** Each part, extracted from the column `content`. */
export const FIRST_PART_OF = Object.fromEntries(
  FIRST_PARTS.map((part, i) => {
    const start = [...BYTES.slice(0, i), '1'].join(' + ');
    return [part, `substring(content, ${start}, ${BYTES[i]})`];
  }),
) as Record<(typeof FIRST_PARTS)[number], string>;

/** From columns of these names into one. */
export const INTO_CONTENT = assignments({
  content: `concat(${FIRST_PARTS.join(', ')})`,
  ...Object.fromEntries(FIRST_PARTS.map((part, i) => [BYTES[i], `length(${part})`])),
});

const PUNCTUATION =
  '\u00a0\u00a1\u00ab\u00b7\u00bb\u00bf\u2009\u2010\u2011\u2012\u2013\u2014\u2015\u2018\u2019\u201a\u201c\u201d\u201e\u2022\u2026\u202f\u2039\u203a\u3000\u3001\u3002\u300c\u300d\u300e\u300f\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f';
const SPACES = ' '.repeat(PUNCTUATION.length);

export function firstSearchText(input: string, output: string): string {
  return `concat(${inSmallLetters(input)}, ' § ', ${inSmallLetters(output)})`;
}

function inSmallLetters(text: string): string {
  return `if(isValidASCII(${text}), lower(${text}), lowerUTF8(translateUTF8(${text}, '${PUNCTUATION}', '${SPACES}')))`;
}

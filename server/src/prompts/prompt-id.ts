import { createHash } from 'node:crypto';

const WORDS = 5;
const MAX_LENGTH = 40;

/**
 * The id of a prompt without a name: the words it begins with and a hash, such as `you-are-a-support-agent-3fa9c1d2`.
 * Without `readable`, only the hash.
 */
export function promptId(key: string, text: string, readable: boolean): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 8);
  const words = readable ? openingWords(text) : [];
  return [...(words.length === 0 ? ['prompt'] : words), hash].join('-');
}

/** Lower-case words only: names and numbers stay out. */
function openingWords(text: string): string[] {
  const words = [...text.slice(0, 400).matchAll(/[\p{L}\d@]+/gu)]
    .map(([word], i) => (i === 0 ? word.toLowerCase() : word))
    .filter((word) => /^\p{Ll}+$/u.test(word))
    .slice(0, WORDS);
  while (words.join('-').length > MAX_LENGTH) words.pop();
  return words;
}

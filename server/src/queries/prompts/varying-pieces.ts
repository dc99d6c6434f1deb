/** Marks the parts of a text that differ in other texts made from the same template. */
import type { PromptPiece } from '@parley/contract';

/** Between common beginnings and ends; longer texts are compared line by line, and then not at all. */
const MAX_COMPARED = 1500;

/** Words, the spaces between them, and single other characters. */
const WORDS = /\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;

export function varyingPieces(text: string, others: readonly string[]): PromptPiece[] {
  const words = text.match(WORDS) ?? [];
  const isCommon = words.map(() => true);
  for (const other of others) {
    if (other === text) continue;
    const common = commonOf(words, other.match(WORDS) ?? []) ?? commonLines(text, other, words);
    for (const [i, is] of common.entries()) if (!is) isCommon[i] = false;
  }
  // A space or a comma between two words that vary varies with them.
  for (let i = 1; i < words.length - 1; i++) {
    if (isCommon[i] && !isCommon[i - 1] && !isCommon[i + 1] && !/[\p{L}\p{N}\n]/u.test(words[i] ?? ''))
      isCommon[i] = false;
  }
  const pieces: PromptPiece[] = [];
  for (const [i, word] of words.entries()) {
    const varies = !isCommon[i];
    const last = pieces.at(-1);
    if (last?.varies === varies) last.text += word;
    else pieces.push({ text: word, varies });
  }
  return pieces;
}

/** Which values of `a` are in the longest common subsequence with `b`; null if they differ in too many. */
function commonOf(a: readonly string[], b: readonly string[]): boolean[] | null {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [rows, columns] = [a.length - start - end, b.length - start - end];
  if (rows > MAX_COMPARED || columns > MAX_COMPARED) return null;
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[start + i] === b[start + j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const common = a.map((_, i) => i < start || i >= a.length - end);
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (a[start + i] === b[start + j]) {
      common[start + i] = true;
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return common;
}

/** By whole lines that the other text has, too, anywhere. */
function commonLines(text: string, other: string, words: readonly string[]): boolean[] {
  const lines = new Set(other.split('\n'));
  const starts = text.split('\n');
  let [line, rest] = [0, (starts[0]?.length ?? 0) + 1];
  return words.map((word) => {
    const isCommon = lines.has(starts[line] ?? '');
    rest -= word.length;
    while (rest <= 0 && line < starts.length) {
      line++;
      rest += (starts[line]?.length ?? 0) + 1;
    }
    return isCommon;
  });
}

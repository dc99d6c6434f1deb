/**
 * `searchableText` as SQL, for rows stored before it existed. It gives the same words for all but a few texts
 * (decomposed Hangul, marks in an unusual order), which `parley reprocess` corrects.
 */
import { isFollowing, kindOf, normalise, SPACED, UNSEEN, UNSPACED } from '@parley/contract';

type Replacement = [from: string, to: string];

/** Letters that are frequent in whole languages; others are replaced only where they occur. */
const FREQUENT = ['ß', 'ำ', 'ຳ'];

/** Blocks of letters that stay unchanged, and the last letter that does not. */
const UNCHANGED = [
  [0x3400, 0x9fff],
  [0xac00, 0xd7af],
  [0x20000, 0x2f7ff],
] as const;
const LAST = 0x2fa1d;

/** The expression, built once since it visits every letter. Empty where nothing has to change. */
export function searchableInSql(): (text: string) => string {
  const { single, several, composed, unseen } = changes();
  const [from, to] = [0, 1].map((side) => single.map((replacement) => replacement[side]).join(''));
  const frequent = several.filter(([letter]) => FREQUENT.includes(letter));
  const rare = several.filter(([letter]) => !FREQUENT.includes(letter));
  const letters = rare.map(([letter]) => letter);
  const marks = new Set(composed.flatMap(([parts]) => [...parts].slice(1)));
  return (text) => {
    let words = `translateUTF8(replaceRegexpAll(${text}, '[${unseen}]+', ''), '${from}', '${to}')`;
    for (const [one, more] of frequent) words = `replaceAll(${words}, '${one}', '${more}')`;
    words = replaced(words, `match(${text}, '[${letters.join('')}]')`, rare);
    words = replaced(words, `match(${text}, '[${[...marks].join('')}]')`, composed);
    return `ifNull(nullIf(${words}, ${text}), '')`;
  };
}

/** Chained replacements, each applied only where it matches. */
function replaced(text: string, condition: string, replacements: readonly Replacement[]): string {
  const pairs = replacements.map(([from, to]) => `('${from}', '${to}')`).join(', ');
  return `arrayFold((done, pair) -> replaceAll(done, pair.1, pair.2), if(${condition}, [${pairs}], []), ${text})`;
}

/** The replacement of every non-ASCII letter, precomposed or with combining marks. */
function changes() {
  const single: Replacement[] = [];
  const several: Replacement[] = [];
  const composed: Replacement[] = [];
  let unseen = '';
  for (let point = 0x80; point <= LAST; point++) {
    point = (UNCHANGED.find(([first, last]) => point >= first && point <= last)?.[1] ?? point - 1) + 1;
    const letter = String.fromCodePoint(point);
    const kind = kindOf(point);
    if (isFollowing(point) && UNSEEN.test(letter)) unseen += letter;
    if (kind !== SPACED && kind !== UNSPACED) continue;
    const normal = normalise(letter, kind);
    const parts = letter.normalize('NFD');
    if (normal !== letter) ([...normal].length === 1 ? single : several).push([letter, normal]);
    else if (parts !== letter) {
      composed.push([parts, letter]);
      if (/^[a-z]/.test(parts)) composed.push([parts.charAt(0).toUpperCase() + parts.slice(1), letter]);
    }
  }
  composed.sort(([a], [b]) => b.length - a.length);
  return { single, several, composed, unseen };
}

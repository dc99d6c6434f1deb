/** Matches of a search in what was said, with the snippet around one of them. */
import {
  type Highlight,
  type Highlights,
  type Interaction,
  matchesIn,
  parseSearch,
  type Role,
  type SaidText,
  SEARCHED_ROLES,
  type SearchIn,
  type Sought,
  saidTexts,
  wordsIn,
} from '@parley/contract';
import { cutText } from '../../base/cut-text.ts';

/** Characters of a snippet before its match, and in all. */
const LEAD_LENGTH = 60;
const SNIPPET_LENGTH = 240;
/** Characters that are searched for a snippet: the first ones of an output, the last ones of an input. */
export const SEARCHED_LENGTH = 200_000;

export type Search = { q: string; in?: SearchIn };

/** A text of the input; `role` is null where several spoke. */
export type SearchedText = Omit<SaidText, 'role'> & { role: Role | null };

type Said = Pick<Interaction, 'input' | 'outputText' | 'previousUpstreamId'>;

/** Snippets of an interaction, out of its messages. */
export function highlights(search: Search, said: Said): Highlights {
  return highlightsIn(search, saidTexts(said), said.outputText);
}

/**
 * Snippets of what a search looks at. Rows of earlier versions, and large ones that lists show in part, may have been
 * found by a text that is not told apart: then any text will do.
 */
export function highlightsIn(search: Search, input: readonly SearchedText[], output: string): Highlights {
  const { q, in: by } = search;
  const sought = parseSearch(q);
  const roles: readonly (Role | null)[] = SEARCHED_ROLES[by ?? 'default'];
  const searched = input.filter(({ role, isNew }) => by === 'any' || (isNew && roles.includes(role)));
  const found = {
    input: inputHighlight(sought, searched),
    output: roles.includes('assistant') ? outputHighlight(sought, output) : null,
  };
  if (found.input || found.output || by === 'any') return found;
  return { input: inputHighlight(sought, input), output: found.output };
}

/** The last match: the current prompt is at the end; the beginning is what many interactions share. */
function inputHighlight(sought: readonly Sought[], texts: readonly SearchedText[]): Highlight | null {
  let left = SEARCHED_LENGTH;
  for (const { text, role } of texts.toReversed()) {
    if (left <= 0) return null;
    const found = highlight(sought, text.slice(-left), role, -1);
    if (found) return found;
    left -= text.length;
  }
  return null;
}

function outputHighlight(sought: readonly Sought[], text: string): Highlight | null {
  return highlight(sought, text.slice(0, SEARCHED_LENGTH), 'assistant', 0);
}

/** The snippet around the first or last match; null when the text has none. */
function highlight(
  sought: readonly Sought[],
  text: string,
  role: Role | null,
  which: 0 | -1,
): Highlight | null {
  const words = wordsIn(text);
  const found = matchesIn(sought, words);
  const match = found.at(which);
  if (!match) return null;
  const reach = Math.max(0, match[0] - LEAD_LENGTH);
  const first = words.find((word) => word.start >= reach);
  const start = reach === 0 ? 0 : first ? first.start : match[0];
  const shown = cutText(text.slice(start), SNIPPET_LENGTH);
  const end = start + shown.length;
  const lead = start > 0 ? '…' : '';
  return {
    role,
    text: `${lead}${shown}${end < text.length ? '…' : ''}`,
    matches: found
      .filter(([from, to]) => from >= start && to <= end)
      .map(([from, to]): [number, number] => [from - start + lead.length, to - start + lead.length]),
  };
}

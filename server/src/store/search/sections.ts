/**
 * The input of an interaction as search stores it: the texts sorted by who said them, in sections. What a person said
 * anew comes first; the index of what was said (`search-text.ts`) ends where the first section does.
 *
 * The text of an earlier version is one section: the whole input, in the order of its messages.
 */
import { type Interaction, saidTexts } from '@parley/contract';
import { searchableText } from './searchable-text.ts';

/** `history` is all that earlier turns had. */
export const SECTIONS = ['user', 'tool', 'system', 'history'] as const;
export type Section = (typeof SECTIONS)[number];

/** ASCII's record separator, which ends a section; in a text, it becomes a space. */
export const SECTION_END = '\x1e';

/** Version of the stored texts, in the column `search_version`; 0 is that of texts in one section. */
export const SEARCH_VERSION = 1;

type Turn = Pick<Interaction, 'input' | 'outputText' | 'previousUpstreamId'>;

/** The texts of an interaction as they are stored: the input in sections; the answer with the beginning that the client dictated. */
export type SearchedTexts = { input: string; output: string; inputWords: string; outputWords: string };

export function searchedTexts(turn: Turn): SearchedTexts {
  const said = Map.groupBy(saidTexts(turn), ({ role, isNew }) => (isNew ? role : 'history'));
  const texts = (section: Section | 'assistant') => said.get(section)?.map(({ text }) => text) ?? [];
  const sections = SECTIONS.map((section) => texts(section).join('\n').replaceAll(SECTION_END, ' '));
  const output = texts('assistant').join('') + turn.outputText;
  return {
    input: joinSections(sections),
    output,
    inputWords: searchableSections(sections),
    outputWords: searchableText(output),
  };
}

/** Section by section: the index reads them one by one. */
function searchableSections(sections: readonly string[]): string {
  const words = sections.map(searchableText);
  if (words.every((text) => text === '')) return '';
  return joinSections(words.map((text, i) => text || (sections[i] ?? '')));
}

/** Empty sections at the end are left out. */
function joinSections(sections: readonly string[]): string {
  const last = sections.findLastIndex((text) => text !== '');
  return sections.slice(0, last + 1).join(SECTION_END);
}

/** The sections of a stored input. */
export function splitSections(input: string): { section: Section; text: string }[] {
  const texts = input.split(SECTION_END);
  return SECTIONS.map((section, i) => ({ section, text: texts[i] ?? '' }));
}

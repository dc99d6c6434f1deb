/** The words of a search, and the texts in which they are marked: what the search looks at. */
import type { Exchange, Role } from '@parley/contract';
import {
  areNew,
  matchesIn,
  parseSearch,
  SEARCHED_ROLES,
  type SearchIn,
  type Sought,
  wordsIn,
} from '@parley/contract/search';
import { createContext, useContext } from 'react';

export type SearchMarks = {
  terms: readonly Sought[];
  roles: readonly Role[];
  /** Whether a message is no repeated history, by its index in the conversation. */
  isNew: (index: number) => boolean;
};

export const NO_MARKS: SearchMarks = { terms: [], roles: [], isNew: () => true };

/** The search of a page. */
export const SearchMarksContext = createContext(NO_MARKS);

/** What is marked in the texts below. */
export const TermsContext = createContext<readonly Sought[]>([]);

export function useTerms(): readonly Sought[] {
  return useContext(TermsContext);
}

/** Marks of a search in a conversation; without one, all messages of the conversation are new. */
export function searchMarks(
  { q, in: where }: { q?: string | undefined; in?: SearchIn | undefined },
  conversation?: Pick<Exchange, 'input' | 'previousUpstreamId'>,
): SearchMarks {
  if (q === undefined) return NO_MARKS;
  const fresh = conversation && where !== 'any' ? areNew(conversation) : [];
  return {
    terms: parseSearch(q),
    roles: SEARCHED_ROLES[where ?? 'default'],
    // The answer comes after the input, and is always new.
    isNew: (index) => fresh[index] ?? true,
  };
}

/** The terms that are marked in what somebody said. */
export function termsOf({ terms, roles, isNew }: SearchMarks, role: Role, index: number): readonly Sought[] {
  return roles.includes(role) && isNew(index) ? terms : [];
}

/** The terms that are marked in results of tools. They stand beside their calls, whichever message they came in. */
export function toolTerms({ terms, roles }: SearchMarks): readonly Sought[] {
  return roles.includes('tool') ? terms : [];
}

/** Start and end of each match. */
export function matchesOf(text: string, terms: readonly Sought[]): [number, number][] {
  return terms.length === 0 ? [] : matchesIn(terms, wordsIn(text));
}

export function hasMatch(text: string, terms: readonly Sought[]): boolean {
  return matchesOf(text, terms).length > 0;
}

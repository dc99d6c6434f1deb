import { createContext, useContext } from 'react';

/** The words that the list is searched for: what has one of them is not folded away. */
export const SearchTermsContext = createContext<readonly string[]>([]);

export function useSearchTerms(): readonly string[] {
  return useContext(SearchTermsContext);
}

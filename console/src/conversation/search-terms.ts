import { createContext, useContext } from 'react';

/** The search terms of the list: texts that match one are not folded. */
export const SearchTermsContext = createContext<readonly string[]>([]);

export function useSearchTerms(): readonly string[] {
  return useContext(SearchTermsContext);
}

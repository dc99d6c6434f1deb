import { createContext, useContext } from 'react';

/** The words that the list is searched for: what has one of them is not folded away. */
export const SoughtContext = createContext<readonly string[]>([]);

export function useSought(): readonly string[] {
  return useContext(SoughtContext);
}

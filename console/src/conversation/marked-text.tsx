import { useMemo } from 'react';
import { matchesOf, useTerms } from './search-marks.ts';
import { SnippetText } from './snippet-text.tsx';

/** A text with the words of the search marked. */
export function MarkedText({ text }: { text: string }) {
  const terms = useTerms();
  const matches = useMemo(() => matchesOf(text, terms), [text, terms]);
  return <SnippetText snippet={{ text, matches }} />;
}

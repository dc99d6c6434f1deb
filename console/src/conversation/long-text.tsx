import { useState } from 'react';
import { count } from '../lib/format.ts';
import { beginningOf, hasAny } from './fold-text.ts';
import { Markdown, PlainText } from './markdown.tsx';
import { useSearchTerms } from './search-terms.ts';

/** A text that is shortened if it is long, unless a search matches in the rest. */
export function LongText({ text, plain }: { text: string; plain: boolean }) {
  const sought = useSearchTerms();
  const beginning = beginningOf(text);
  const [whole, setWhole] = useState(
    () => beginning !== null && hasAny(text.slice(beginning.length), sought),
  );
  const isCut = beginning !== null && !whole;
  const shown = isCut ? beginning : text;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className={isCut ? 'mask-b-from-70% mask-b-to-100%' : ''}>
        {plain ? <PlainText text={shown} /> : <Markdown text={shown} />}
      </div>
      {beginning === null ? null : (
        <button
          type="button"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
          className="self-start rounded-sm text-sm font-medium text-accent hover:underline"
        >
          {whole ? 'Show less' : `Show all ${count(text.length)} characters`}
        </button>
      )}
    </div>
  );
}

import { useState } from 'react';
import { count } from '../lib/format.ts';
import { beginningOf } from './fold-text.ts';
import { Markdown, PlainText } from './markdown.tsx';
import { hasMatch, useTerms } from './search-marks.ts';

/** A text that is shortened if it is long, unless a search matches in the rest. */
export function LongText({ text, plain }: { text: string; plain: boolean }) {
  const terms = useTerms();
  const beginning = beginningOf(text);
  const [whole, setWhole] = useState(
    () => beginning !== null && hasMatch(text.slice(beginning.length), terms),
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

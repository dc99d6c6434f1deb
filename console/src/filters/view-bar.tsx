import type { ReactNode } from 'react';
import { ReviewView } from '../review/review-view.tsx';
import { readView, type View } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { SaveView } from '../views/save-view.tsx';
import { AddFilter } from './add-filter.tsx';
import { FilterChips } from './filter-chips.tsx';
import { hasFilters, withoutFilters } from './filter-kinds.ts';
import { RangePicker } from './range-picker.tsx';
import { TextSearch } from './text-search.tsx';

type Props = {
  view: View;
  /** Called with the view alone; the page adds its other parameters of the address. */
  onChange: (view: View) => void;
  /** A search field in place of the one for texts. */
  search?: ReactNode;
  /** Actions of the page, at the right end. */
  children?: ReactNode;
};

/** The view's search, range and filters, each editable. */
export function ViewBar({ view, onChange, search, children }: Props) {
  const setWords = (q: string) => onChange(readView({ ...view, q }));
  return (
    <section aria-label="Filters" className="flex flex-wrap items-center gap-2">
      {search ?? <TextSearch view={view} onChange={onChange} />}
      <RangePicker view={view} onChange={onChange} />
      {search && view.q ? <WordsChip words={view.q} onRemove={() => setWords('')} /> : null}
      <FilterChips view={view} onChange={onChange} />
      <AddFilter view={view} onChange={onChange} />
      {hasFilters(view) ? (
        <Button look="ghost" onClick={() => onChange(withoutFilters(view))}>
          Clear
        </Button>
      ) : null}
      <SaveView />
      <ReviewView />
      {children ? <div className="ml-auto flex flex-wrap items-center gap-2">{children}</div> : null}
    </section>
  );
}

/** A search for texts that was carried over from another page. */
function WordsChip({ words, onRemove }: { words: string; onRemove: () => void }) {
  return (
    <span className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-md bg-accent-soft pl-2.5 text-accent-strong">
      <span className="shrink-0">Text</span>
      <span dir="auto" className="truncate font-semibold">
        {words}
      </span>
      <button
        type="button"
        aria-label="Remove the filter Text"
        onClick={onRemove}
        className="size-7 shrink-0 rounded-md text-sm hover:bg-surface"
      >
        ✕
      </button>
    </span>
  );
}

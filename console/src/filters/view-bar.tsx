import type { ReactNode } from 'react';
import { readView, type View } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { SaveView } from '../views/save-view.tsx';
import { AddFilter } from './add-filter.tsx';
import { FilterChips } from './filter-chips.tsx';
import { hasFilters, withoutFilters } from './filter-kinds.ts';
import { RangePicker } from './range-picker.tsx';
import { SearchBox } from './search-box.tsx';

type Props = {
  view: View;
  /** With the view alone: what else the page keeps in the address is the page's to add. */
  onChange: (view: View) => void;
  /** At the right end: what the page itself can do. */
  children?: ReactNode;
};

/** What is looked at: the words, the range, and every filter with a way to change it. */
export function ViewBar({ view, onChange, children }: Props) {
  return (
    <section aria-label="What is shown" className="flex flex-wrap items-center gap-2">
      <SearchBox q={view.q ?? ''} onSearch={(q) => onChange(readView({ ...view, q }))} />
      <RangePicker view={view} onChange={onChange} />
      <FilterChips view={view} onChange={onChange} />
      <AddFilter view={view} onChange={onChange} />
      {hasFilters(view) ? (
        <Button look="ghost" onClick={() => onChange(withoutFilters(view))}>
          Clear
        </Button>
      ) : null}
      <SaveView />
      {children ? <div className="ml-auto flex flex-wrap items-center gap-2">{children}</div> : null}
    </section>
  );
}

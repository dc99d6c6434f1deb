import { readView, type View } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { hasFilters } from './filter-kinds.ts';
import { rangeText } from './range-text.ts';
import { placeText } from './search-places.ts';

/** Where a search looked that found nothing. */
export function Searched({ view, what }: { view: View; what: string }) {
  const { q, ...others } = view;
  return (
    <>
      No {what} in this range ({rangeText(view)}) have{' '}
      <strong dir="auto" className="font-semibold wrap-anywhere">
        {q}
      </strong>{' '}
      in {placeText(view.in)}
      {hasFilters(others) ? ', with' : '.'}
    </>
  );
}

/** Searches everywhere, if a search did not. */
export function SearchAnywhere({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  if (view.q === undefined || view.in === 'any') return null;
  return (
    <Button look="primary" onClick={() => onChange(readView({ ...view, in: 'any' }))}>
      Search anywhere
    </Button>
  );
}

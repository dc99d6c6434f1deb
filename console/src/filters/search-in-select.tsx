import { readView, type View } from '../state/view.ts';
import { SEARCH_PLACES } from './search-places.ts';

type Props = { view: View; onChange: (view: View) => void };

/** Whose words a search looks at. A phone has room for it once there is a search. */
export function SearchInSelect({ view, onChange }: Props) {
  const isIdle = view.q === undefined && view.in === undefined;
  return (
    <select
      aria-label="Search in"
      value={view.in ?? ''}
      onChange={({ target: { value } }) => onChange(readView({ ...view, in: value }))}
      className={`-ml-1 h-8 rounded-md border border-transparent bg-transparent px-1.5 hover:bg-sunken hover:text-ink ${view.in ? 'text-ink' : 'text-ink-2'} ${isIdle ? 'max-sm:hidden' : ''}`}
    >
      {SEARCH_PLACES.map(({ in: where = '', label }) => (
        <option key={where} value={where}>
          {label}
        </option>
      ))}
    </select>
  );
}

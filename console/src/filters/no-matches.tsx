import type { ReactNode } from 'react';
import { readView, type View } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/status.tsx';
import {
  type Chosen,
  chipText,
  chosenFilters,
  hasFilters,
  NUMBER_KINDS,
  withoutFilters,
} from './filter-kinds.ts';
import { rangeText } from './range-text.ts';
import { SearchOffers } from './search-offers.tsx';
import { placeText } from './search-places.ts';
import { useChoiceText } from './use-choice-text.ts';

type Props = {
  view: View;
  onChange: (view: View) => void;
  /** What is missing, such as "sessions". */
  what: string;
  /** What it is and how to send it, where no filter hides it. */
  children?: ReactNode;
};

/** The empty state of a view: which filters and which range nothing matches, and a way out of each. */
export function NoMatches({ view, onChange, what, children }: Props) {
  const isNarrowed = hasFilters(view);
  const isWidest = view.range === '90d';
  return (
    <EmptyState title={isNarrowed ? 'No matches' : `No ${what} in this range`}>
      <p className="pb-2">
        {view.q !== undefined ? (
          <Searched view={view} what={what} />
        ) : isNarrowed ? (
          `No ${what} in this range (${rangeText(view)}) with`
        ) : (
          `The range is ${rangeText(view)}.`
        )}
      </p>
      {view.q === undefined ? null : (
        <div className="mx-auto w-full max-w-sm pb-2 text-start">
          <SearchOffers typed={view.q} onFollow={() => {}} />
        </div>
      )}
      {isNarrowed ? <FilterNames view={view} /> : null}
      {isNarrowed || !children ? null : <div className="pb-2">{children}</div>}
      <div className="flex flex-wrap justify-center gap-2 pt-2">
        <SearchAnywhere view={view} onChange={onChange} />
        {isNarrowed ? <Button onClick={() => onChange(withoutFilters(view))}>Clear filters</Button> : null}
        {isWidest ? null : (
          <Button
            onClick={() => onChange(readView({ ...view, from: undefined, to: undefined, range: '90d' }))}
          >
            Show last 90 days
          </Button>
        )}
      </div>
    </EmptyState>
  );
}

/** Where a search looked that found nothing. */
function Searched({ view, what }: { view: View; what: string }) {
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
function SearchAnywhere({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  if (view.q === undefined || view.in === 'any') return null;
  return (
    <Button look="primary" onClick={() => onChange(readView({ ...view, in: 'any' }))}>
      Search anywhere
    </Button>
  );
}

function FilterNames({ view }: { view: View }) {
  const bounds = NUMBER_KINDS.flatMap(({ name, label, text }) => {
    const value = view[name];
    return value === undefined ? [] : [{ name, label, text: text(value) }];
  });
  return (
    <ul aria-label="Filters without a match" className="flex flex-wrap justify-center gap-1.5 pb-2">
      {chosenFilters(view).map((one) => (
        <ChosenName key={`${one.not} ${one.kind.name}`} chosen={one} />
      ))}
      {bounds.map(({ name, label, text }) => (
        <FilterName key={name} name={label} text={text} />
      ))}
    </ul>
  );
}

function ChosenName({ chosen }: { chosen: Chosen }) {
  const textOf = useChoiceText(chosen.kind, chosen.values);
  const { verb, text } = chipText(textOf, chosen);
  return <FilterName name={`${chosen.kind.label} ${verb}`} text={text} />;
}

function FilterName({ name, text }: { name: string; text: string }) {
  return (
    <li className="max-w-full truncate rounded-md bg-accent-soft px-2 py-0.5 text-accent-strong">
      {name}{' '}
      <b dir="auto" className="font-semibold">
        {text}
      </b>
    </li>
  );
}

import type { ReactNode } from 'react';
import { scoresIn } from '../state/score-filters.ts';
import type { View } from '../state/view.ts';
import { Popover } from '../ui/popover.tsx';
import { FilterEditor } from './add-filter.tsx';
import { type Chosen, chipText, chosenFilters, NUMBER_KINDS, withList, withNumber } from './filter-kinds.ts';
import { ScoreFilter } from './score-filter.tsx';
import { scoreFilterText, withScore } from './score-filter-text.ts';
import { useChoiceText } from './use-choice-text.ts';

type Props = { view: View; onChange: (view: View) => void };

/** A chip for each filter of the view: a click edits it, the cross removes it. */
export function FilterChips({ view, onChange }: Props) {
  const chosen = chosenFilters(view);
  return (
    <>
      {chosen.map((one, i) => (
        <ListChip
          // Switching between "is" and "is not" must keep the chip, as its popover is open.
          key={chosen[i - 1]?.kind === one.kind ? `not ${one.kind.name}` : one.kind.name}
          chosen={one}
          view={view}
          onChange={onChange}
        />
      ))}
      {NUMBER_KINDS.map((kind) => {
        const value = view[kind.name];
        return value === undefined ? null : (
          <Chip
            key={kind.name}
            label={kind.label}
            text={kind.text(value)}
            onRemove={() => onChange(withNumber(view, kind.name, undefined))}
          >
            {(close) => <FilterEditor kind={kind} view={view} onChange={onChange} close={close} />}
          </Chip>
        );
      })}
      {[...scoresIn(view)].map(([name, filter]) => (
        <Chip
          key={`score ${name}`}
          label={name}
          {...scoreFilterText(filter)}
          onRemove={() => onChange(withScore(view, name, null))}
        >
          {(close) => <ScoreFilter name={name} view={view} onChange={onChange} close={close} />}
        </Chip>
      ))}
    </>
  );
}

function ListChip({ chosen, view, onChange }: Props & { chosen: Chosen }) {
  const { kind, not, values } = chosen;
  const textOf = useChoiceText(kind, values);
  return (
    <Chip
      label={kind.label}
      {...chipText(textOf, chosen)}
      onRemove={() => onChange(withList(view, kind, not, []))}
    >
      {(close) => <FilterEditor kind={kind} not={not} view={view} onChange={onChange} close={close} />}
    </Chip>
  );
}

type ChipProps = {
  label: string;
  verb?: string;
  text: string;
  /** The text in full. */
  all?: string;
  onRemove: () => void;
  /** The editor. */
  children: (close: () => void) => ReactNode;
};

function Chip({ label, verb = '', text, all = text, onRemove, children }: ChipProps) {
  const name = verb === '' ? label : `${label} ${verb}`;
  return (
    <span className="inline-flex h-8 max-w-full items-center rounded-md bg-accent-soft text-accent-strong">
      <Popover
        title={`${name} ${text}`}
        label={
          <>
            <span className="shrink-0">{name}</span>{' '}
            <span dir="auto" title={all} className="truncate font-semibold">
              {text}
            </span>
          </>
        }
        className="inline-flex h-8 min-w-0 items-center gap-1.5 rounded-md pr-1 pl-2.5"
      >
        {children}
      </Popover>
      <button
        type="button"
        aria-label={`Remove the filter ${name}`}
        onClick={onRemove}
        className="size-7 shrink-0 rounded-md text-sm hover:bg-surface"
      >
        ✕
      </button>
    </span>
  );
}

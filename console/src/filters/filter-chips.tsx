import type { View } from '../state/view.ts';
import { Popover } from '../ui/popover.tsx';
import { FilterEditor } from './add-filter.tsx';
import {
  chipText,
  chosenKinds,
  type ListKind,
  NUMBER_KINDS,
  type NumberKind,
  withList,
  withNumber,
} from './filter-kinds.ts';
import { useChoiceText } from './use-choice-text.ts';

type Props = { view: View; onChange: (view: View) => void };

/** What the view is narrowed by. A click changes it, the cross takes it away. */
export function FilterChips({ view, onChange }: Props) {
  return (
    <>
      {chosenKinds(view).map((kind) => (
        <ListChip key={kind.name} kind={kind} view={view} onChange={onChange} />
      ))}
      {NUMBER_KINDS.map((kind) => {
        const value = view[kind.name];
        return value === undefined ? null : (
          <Chip
            key={kind.name}
            kind={kind}
            text={kind.text(value)}
            onRemove={() => onChange(withNumber(view, kind.name, undefined))}
            view={view}
            onChange={onChange}
          />
        );
      })}
    </>
  );
}

function ListChip({ kind, view, onChange }: Props & { kind: ListKind }) {
  const values = view[kind.name] ?? [];
  const textOf = useChoiceText(kind, values);
  return (
    <Chip
      kind={kind}
      text={chipText(textOf, values)}
      onRemove={() => onChange(withList(view, kind.name, []))}
      view={view}
      onChange={onChange}
    />
  );
}

type ChipProps = Props & { kind: ListKind | NumberKind; text: string; onRemove: () => void };

function Chip({ kind, text, onRemove, view, onChange }: ChipProps) {
  return (
    <span className="inline-flex h-8 max-w-full items-center rounded-md bg-accent-soft text-accent-strong">
      <Popover
        title={`${kind.label}: ${text}`}
        label={
          <>
            <span className="shrink-0">{kind.label}</span>{' '}
            <span className="truncate font-semibold">{text}</span>
          </>
        }
        className="inline-flex h-8 min-w-0 items-center gap-1.5 rounded-md pr-1 pl-2.5"
      >
        {(close) => <FilterEditor kind={kind} view={view} onChange={onChange} close={close} />}
      </Popover>
      <button
        type="button"
        aria-label={`Remove the filter ${kind.label}`}
        onClick={onRemove}
        className="size-7 shrink-0 rounded-md text-sm hover:bg-surface"
      >
        ✕
      </button>
    </span>
  );
}

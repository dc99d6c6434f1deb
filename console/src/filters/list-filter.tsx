import { useState } from 'react';
import { compact } from '../lib/format.ts';
import type { View } from '../state/view.ts';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/status.tsx';
import { type ListKind, turned, valuesOf, withList } from './filter-kinds.ts';
import { useChoiceText } from './use-choice-text.ts';
import { useChoices } from './use-choices.ts';

type Props = {
  kind: ListKind;
  /** Whether the editor opens with "is not". */
  not: boolean;
  view: View;
  onChange: (view: View) => void;
};

const WAYS = { is: 'is', not: 'is not' } as const;

/** Checkboxes for the values that occur in the range, and a field to type others. */
export function ListFilter({ kind, not: first, view, onChange }: Props) {
  const [not, setNot] = useState(first);
  const chosen = valuesOf(view, kind, not);
  const onChoose = (values: readonly string[]) => onChange(withList(view, kind, not, values));
  const [typed, setTyped] = useState('');
  const { choices, isLoading, error } = useChoices(kind, view, typed.trim());
  const counts = new Map(choices?.map(({ value, interactions }) => [value, interactions]));
  const values = [...new Set([...chosen, ...counts.keys()])];
  const textOf = useChoiceText(kind, values);
  const shown = values.filter((value) =>
    `${textOf(value)}\n${value}`.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  const toggle = (value: string) =>
    onChoose(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <fieldset className="flex w-64 min-w-0 flex-col gap-1">
      <legend className="sr-only">{kind.label}</legend>
      <div className="flex items-center justify-between gap-2 px-2 pb-1">
        <span aria-hidden="true" className="min-w-0 truncate text-sm font-medium" title={kind.label}>
          {kind.label}
        </span>
        <Segmented
          label="Is or is not"
          options={WAYS}
          value={not ? 'not' : 'is'}
          onChange={(way) => {
            setNot(way === 'not');
            if (chosen.length > 0) onChange(turned(view, kind, way === 'not'));
          }}
        />
      </div>
      {kind.free ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() !== '' && !chosen.includes(typed.trim())) onChoose([...chosen, typed.trim()]);
            setTyped('');
          }}
        >
          <input
            type="text"
            // biome-ignore lint/a11y/noAutofocus: the popover opened for this field.
            autoFocus
            aria-label={`Find or add: ${kind.label}`}
            placeholder={
              kind.dimension ? 'Search, or type a value and press Enter' : 'Type an id and press Enter'
            }
            maxLength={256}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className="h-8 w-full rounded-md border border-line-strong bg-surface px-2"
          />
        </form>
      ) : null}
      {isLoading ? <Skeleton className="m-2 h-16" /> : null}
      {error ? <p className="px-2 py-1 text-sm text-bad">{error.message}</p> : null}
      {choices && shown.length === 0 && (kind.dimension || typed !== '') ? (
        <p className="px-2 py-1 text-sm text-ink-3">
          {typed === '' ? 'No values in this range.' : `Enter adds “${typed.trim()}”.`}
        </p>
      ) : null}
      <div className="flex max-h-72 flex-col overflow-y-auto [scrollbar-gutter:stable]">
        {shown.map((value) => (
          <label key={value} className="flex min-h-8 items-center gap-2 rounded-md px-2 hover:bg-sunken">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
              className="size-4 shrink-0 accent-accent"
            />
            <span dir="auto" className="min-w-0 flex-1 truncate" title={value}>
              {textOf(value)}
            </span>
            {kind.dimension ? (
              <span className="tabular text-sm text-ink-3">{compact(counts.get(value))}</span>
            ) : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

import { useState } from 'react';
import { compact } from '../lib/format.ts';
import type { View } from '../state/view.ts';
import { Skeleton } from '../ui/status.tsx';
import type { ListKind } from './filter-kinds.ts';
import { useChoiceText } from './use-choice-text.ts';
import { useChoices } from './use-choices.ts';

type Props = { kind: ListKind; view: View; onChoose: (values: string[]) => void };

/** Boxes to tick: what occurs in the range, and a field for what is not among it. */
export function ListFilter({ kind, view, onChoose }: Props) {
  const chosen: readonly string[] = view[kind.name] ?? [];
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
      <legend className="px-2 pt-1 pb-1.5 text-sm font-medium">{kind.label}</legend>
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
            // biome-ignore lint/a11y/noAutofocus: the box opened for it.
            autoFocus
            aria-label={`Find or add: ${kind.label}`}
            placeholder={kind.dimension ? 'Find, or type a value and Enter' : 'Type an id and Enter'}
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
          {typed === '' ? 'Nothing in this range.' : `Enter adds “${typed.trim()}”.`}
        </p>
      ) : null}
      <div className="flex max-h-72 flex-col overflow-y-auto">
        {shown.map((value) => (
          <label key={value} className="flex min-h-8 items-center gap-2 rounded-md px-2 hover:bg-sunken">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 flex-1 truncate" title={value}>
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

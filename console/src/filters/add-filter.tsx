import { useState } from 'react';
import type { View } from '../state/view.ts';
import { Popover } from '../ui/popover.tsx';
import {
  LIST_KINDS,
  type ListKind,
  NUMBER_KINDS,
  type NumberKind,
  withList,
  withNumber,
} from './filter-kinds.ts';
import { ListFilter } from './list-filter.tsx';
import { NumberFilter } from './number-filter.tsx';

type Props = { view: View; onChange: (view: View) => void };

export function AddFilter({ view, onChange }: Props) {
  return (
    <Popover label="Add filter" title="Add filter">
      {(close) => <Choosing view={view} onChange={onChange} close={close} />}
    </Popover>
  );
}

/** First by what, then which. */
function Choosing({ view, onChange, close }: Props & { close: () => void }) {
  const [kind, setKind] = useState<ListKind | NumberKind | null>(null);
  if (kind) return <FilterEditor kind={kind} view={view} onChange={onChange} close={close} />;
  return (
    <div className="flex w-44 flex-col">
      {[...LIST_KINDS, ...NUMBER_KINDS].map((one, index) => (
        <button
          key={one.name}
          type="button"
          // biome-ignore lint/a11y/noAutofocus: the menu opened for it.
          autoFocus={index === 0}
          onClick={() => setKind(one)}
          className="rounded-md px-2.5 py-1.5 text-left hover:bg-sunken"
        >
          {one.label}
        </button>
      ))}
    </div>
  );
}

type EditorProps = Props & { kind: ListKind | NumberKind; close: () => void };

export function FilterEditor({ kind, view, onChange, close }: EditorProps) {
  if ('unit' in kind) {
    return (
      <NumberFilter
        kind={kind}
        view={view}
        onChoose={(value) => {
          onChange(withNumber(view, kind.name, value));
          close();
        }}
      />
    );
  }
  return (
    <ListFilter kind={kind} view={view} onChoose={(values) => onChange(withList(view, kind.name, values))} />
  );
}

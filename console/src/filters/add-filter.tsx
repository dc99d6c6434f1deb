import { useState } from 'react';
import type { View } from '../state/view.ts';
import { Popover } from '../ui/popover.tsx';
import {
  LIST_KINDS,
  type ListKind,
  NUMBER_KINDS,
  type NumberKind,
  valuesOf,
  withNumber,
} from './filter-kinds.ts';
import { LabelMenu } from './label-menu.tsx';
import { ListFilter } from './list-filter.tsx';
import { MenuItem } from './menu-item.tsx';
import { NumberFilter } from './number-filter.tsx';
import { ScoreFilter } from './score-filter.tsx';
import { ScoreMenu } from './score-menu.tsx';

type Props = { view: View; onChange: (view: View) => void };

export function AddFilter({ view, onChange }: Props) {
  return (
    <Popover label="Add filter" title="Add filter">
      {(close) => <Choosing view={view} onChange={onChange} close={close} />}
    </Popover>
  );
}

/** The menu: first the kind of filter, then its values. */
function Choosing({ view, onChange, close }: Props & { close: () => void }) {
  const [kind, setKind] = useState<ListKind | NumberKind | 'label' | 'score' | null>(null);
  const [score, setScore] = useState<string | null>(null);
  if (score !== null) return <ScoreFilter name={score} view={view} onChange={onChange} close={close} />;
  if (kind !== null && typeof kind !== 'string')
    return <FilterEditor kind={kind} view={view} onChange={onChange} close={close} />;
  return (
    <div className="flex w-44 flex-col">
      {kind === 'label' ? (
        <LabelMenu view={view} onChoose={setKind} />
      ) : kind === 'score' ? (
        <ScoreMenu onChoose={setScore} />
      ) : (
        <>
          {LIST_KINDS.map((one, index) => (
            <MenuItem key={one.name} first={index === 0} onChoose={() => setKind(one)}>
              {one.label}
            </MenuItem>
          ))}
          <MenuItem first={false} onChoose={() => setKind('label')}>
            Label
          </MenuItem>
          <MenuItem first={false} onChoose={() => setKind('score')}>
            Score
          </MenuItem>
          {NUMBER_KINDS.map((one) => (
            <MenuItem key={one.name} first={false} onChoose={() => setKind(one)}>
              {one.label}
            </MenuItem>
          ))}
        </>
      )}
    </div>
  );
}

type EditorProps = Props & {
  kind: ListKind | NumberKind;
  /** Whether the editor opens with "is not"; when absent, with the one that has values. */
  not?: boolean;
  close: () => void;
};

export function FilterEditor({ kind, not, view, onChange, close }: EditorProps) {
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
  const first = not ?? (valuesOf(view, kind, false).length === 0 && valuesOf(view, kind, true).length > 0);
  return <ListFilter kind={kind} not={first} view={view} onChange={onChange} />;
}

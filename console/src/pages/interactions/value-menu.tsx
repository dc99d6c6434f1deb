import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { notThis, onlyThis } from '../../filters/filter-kinds.ts';
import { MenuItem } from '../../filters/menu-item.tsx';
import { useChoiceText } from '../../filters/use-choice-text.ts';
import { rangeIn, type View } from '../../state/view.ts';
import type { CellValue } from './cell-values.ts';

type Props = {
  appId: string;
  /** The values of a cell or of a whole row. */
  values: readonly CellValue[];
  view: View;
  onChange: (view: View) => void;
};

/** Filters by a value or excludes it; with several values, the value is chosen first. */
export function ValueMenu({ appId, values, view, onChange }: Props) {
  const [chosen, choose] = useState<CellValue | null>(values.length === 1 ? (values[0] ?? null) : null);
  if (chosen === null) {
    return (
      <div className="flex w-56 flex-col">
        {values.map((one, index) => (
          <MenuItem key={one.kind.name} first={index === 0} onChoose={() => choose(one)}>
            <Said value={one} />
          </MenuItem>
        ))}
      </div>
    );
  }
  const { kind, value } = chosen;
  return (
    <div className="flex w-56 flex-col">
      <p className="border-b border-line px-2.5 pt-1 pb-1.5 text-sm">
        <Said value={chosen} />
      </p>
      <span className="h-1" />
      <MenuItem first onChoose={() => onChange(onlyThis(view, kind, value))}>
        Only this
      </MenuItem>
      <MenuItem first={false} onChoose={() => onChange(notThis(view, kind, value))}>
        Not this
      </MenuItem>
      <OpenLink appId={appId} value={chosen} view={view} />
    </div>
  );
}

function Said({ value: { kind, value } }: { value: CellValue }) {
  const textOf = useChoiceText(kind, [value]);
  return (
    <span className="flex gap-1.5">
      <span className="shrink-0 text-ink-3">{kind.label}</span>
      <span dir="auto" className="min-w-0 truncate font-medium" title={value}>
        {textOf(value)}
      </span>
    </span>
  );
}

const LINK = 'rounded-md px-2.5 py-1.5 hover:bg-sunken';

type OpenProps = { appId: string; value: CellValue; view: View };

function OpenLink({ appId, value: { kind, value, row }, view }: OpenProps) {
  if (value === '') return null;
  if (kind.name === 'user') {
    return (
      <Link
        to="/apps/$appId/users/$userKey"
        params={{ appId, userKey: value }}
        search={rangeIn(view)}
        className={LINK}
      >
        Open user
      </Link>
    );
  }
  if (kind.name !== 'session') return null;
  return (
    <Link to="/apps/$appId/sessions/$sessionId" params={{ appId, sessionId: row.id }} className={LINK}>
      Open session
    </Link>
  );
}

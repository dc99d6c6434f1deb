import { labelName } from '../state/label-filters.ts';
import type { View } from '../state/view.ts';
import { Skeleton } from '../ui/status.tsx';
import { type ListKind, labelKind } from './filter-kinds.ts';
import { MenuItem } from './menu-item.tsx';
import { useLabelNames } from './use-label-names.ts';

type Props = { view: View; onChoose: (kind: ListKind) => void };

/** The menu of labels. */
export function LabelMenu({ view, onChoose }: Props) {
  const { names, isPending, error } = useLabelNames(view);
  if (error) return <p className="px-2.5 py-1.5 text-sm text-bad">{error.message}</p>;
  if (isPending) return <Skeleton className="m-2 h-16" />;
  if (names.length === 0) {
    return <p className="max-w-52 px-2.5 py-1.5 text-sm text-ink-3">No labels in this range.</p>;
  }
  return names.map((name, index) => (
    <MenuItem key={name} first={index === 0} onChoose={() => onChoose(labelKind(name))}>
      {labelName(name)}
    </MenuItem>
  ));
}

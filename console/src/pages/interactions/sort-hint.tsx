import { isNewestFirst, type ListSorting, sortingText } from '../../state/list-sorting.ts';
import { Button } from '../../ui/button.tsx';

type Props = { sorting: ListSorting; onReset: () => void };

/** Shows a non-default order, with a button to reset it. */
export function SortHint({ sorting, onReset }: Props) {
  if (isNewestFirst(sorting)) return null;
  return (
    <span className="inline-flex items-center gap-1 text-sm text-ink-2">
      {sortingText(sorting)}
      <Button look="ghost" small onClick={onReset}>
        Back to newest first
      </Button>
    </span>
  );
}

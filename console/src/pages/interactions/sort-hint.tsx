import { isNewestFirst, type ListSorting, sortingText } from '../../state/list-sorting.ts';
import { Button } from '../../ui/button.tsx';

type Props = { sorting: ListSorting; onReset: () => void };

/** Says that the list is in another order than it usually is, and leads back. */
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

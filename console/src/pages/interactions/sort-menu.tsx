import { MenuItem } from '../../filters/menu-item.tsx';
import { type ListSorting, sortingText } from '../../state/list-sorting.ts';
import { Popover } from '../../ui/popover.tsx';

const CHOICES: readonly ListSorting[] = [
  {},
  { order: 'asc' },
  { orderBy: 'costUsd' },
  { orderBy: 'latencyMs' },
  { orderBy: 'totalTokens' },
];

/** Sorting on narrow screens, which have no column heads. */
export function SortMenu({ onSort }: { onSort: (sorting: ListSorting) => void }) {
  return (
    <Popover label="Sort" title="Sort">
      {(close) => (
        <div className="flex w-44 flex-col">
          {CHOICES.map((choice, index) => (
            <MenuItem
              key={sortingText(choice)}
              first={index === 0}
              onChoose={() => {
                onSort(choice);
                close();
              }}
            >
              {sortingText(choice)}
            </MenuItem>
          ))}
        </div>
      )}
    </Popover>
  );
}

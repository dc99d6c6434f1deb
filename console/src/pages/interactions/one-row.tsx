import type { Row as TableRow, useTable } from '@tanstack/react-table';
import { memo } from 'react';
import { PICK_SPACE, PickBox } from '../../lists/pick-box.tsx';
import { isOnPickBox, pickRange } from '../../lists/pick-range.ts';
import { type FEATURES, FIGURES } from './columns.tsx';
import type { Row } from './row.ts';

type OneRowProps = {
  row: TableRow<typeof FEATURES, Row>;
  record: Row;
  index: number;
  selected: boolean;
  slides: boolean;
  narrow: boolean;
  /** The visible columns. */
  look: string;
  FlexRender: ReturnType<typeof useTable<typeof FEATURES, Row>>['FlexRender'];
  onOpen: (id: string) => void;
  picked: boolean;
  onPick: (id: string, range: boolean) => void;
};

const EDGES = {
  ok: '',
  error: 'shadow-[inset_3px_0_0_var(--color-bad)]',
  blocked: 'shadow-[inset_3px_0_0_var(--color-warn)]',
};

/** The element id of a row. */
export function rowId(id: string): string {
  return `row-${id}`;
}

/** Memoised: rerendered only if its props change, not on scrolling. */
export const OneRow = memo(
  ({ row, record, index, selected, slides, narrow, FlexRender, onOpen, picked, onPick }: OneRowProps) => (
    <tr
      id={rowId(record.id)}
      aria-rowindex={index + 2}
      aria-selected={selected}
      {...pickRange(() => onPick(record.id, true))}
      onClick={(event) => {
        if (!isOnPickBox(event)) onOpen(record.id);
      }}
      className={`group/row cursor-pointer ${slides ? 'transition-[opacity,translate] duration-300 starting:-translate-y-2 starting:opacity-0' : ''}`}
    >
      {row.getVisibleCells().map((cell, place) => (
        <td
          key={cell.id}
          className={`relative truncate border-b border-line px-2 last:pr-4 ${selected ? 'bg-accent-soft' : picked ? 'bg-accent-soft/50' : 'group-hover/row:bg-sunken'} ${narrow ? 'h-[58px]' : 'h-9 text-sm'} ${FIGURES.has(cell.column.id) ? 'text-right' : ''} ${place === 0 ? `${PICK_SPACE} ${EDGES[record.outcome]}` : ''}`}
        >
          {place === 0 ? (
            <PickBox
              what="interaction"
              picked={picked}
              onPick={(range) => onPick(record.id, range)}
              skipped
            />
          ) : null}
          <FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  ),
  (before, now) =>
    before.record === now.record &&
    before.index === now.index &&
    before.selected === now.selected &&
    before.picked === now.picked &&
    before.onPick === now.onPick &&
    before.look === now.look &&
    before.onOpen === now.onOpen &&
    before.row.getVisibleCells()[0]?.column.columnDef === now.row.getVisibleCells()[0]?.column.columnDef,
);

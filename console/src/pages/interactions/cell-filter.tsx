/**
 * Filters the list by the value of a cell. Rows are not involved: there is one button, which is placed in the
 * hovered cell, and one menu.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { View } from '../../state/view.ts';
import { POPOVER_BOX, place } from '../../ui/popover.tsx';
import { type CellValue, cellValues } from './cell-values.ts';
import { rowId } from './one-row.tsx';
import type { Row } from './row.ts';
import { ValueMenu } from './value-menu.tsx';

export type OpenMenu = { anchor: HTMLElement; values: readonly CellValue[] };

type Props = {
  appId: string;
  grid: RefObject<HTMLTableElement | null>;
  /** The rows on screen. */
  rows: readonly Row[];
  columns: readonly string[];
  view: View;
  onChange: (view: View) => void;
  open: OpenMenu | null;
  onOpen: (menu: OpenMenu | null) => void;
};

export function CellFilter(props: Props) {
  const { appId, grid, view, onChange, open, onOpen } = props;
  const pointed = usePointedCell(props);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open || !box.current) return;
    box.current.showPopover();
    place(open.anchor, box.current);
    // What is in it was made before it could be seen.
    box.current.querySelector('button')?.focus();
  }, [open]);
  const close = () => {
    box.current?.hidePopover();
    grid.current?.focus();
  };
  return (
    <>
      {pointed
        ? createPortal(
            <button
              type="button"
              // Not focusable: the keyboard has a shortcut for it.
              tabIndex={-1}
              aria-label="Filter by this"
              title="Filter by this"
              onClick={({ currentTarget }) => onOpen({ anchor: currentTarget, values: pointed.values })}
              className="absolute inset-y-1 right-1 flex w-7 items-center justify-center rounded-md border border-line-strong bg-surface text-ink-2 shadow-xs hover:bg-raised hover:text-ink"
            >
              <FilterIcon />
            </button>,
            pointed.cell,
          )
        : null}
      <div
        ref={box}
        popover="auto"
        role="dialog"
        aria-label="Filter by a value"
        onToggle={({ newState }) => {
          if (newState === 'closed') onOpen(null);
        }}
        className={POPOVER_BOX}
      >
        {open ? (
          <ValueMenu
            key={open.values.map(({ kind, row }) => `${row.id} ${kind.name}`).join(' ')}
            appId={appId}
            values={open.values}
            view={view}
            onChange={(next) => {
              close();
              onChange(next);
            }}
          />
        ) : null}
      </div>
    </>
  );
}

type Pointed = { cell: HTMLTableCellElement; values: CellValue[] };

/** The hovered cell, if it has values to filter by. Touch has no hover. */
function usePointedCell({ grid, rows, columns }: Pick<Props, 'grid' | 'rows' | 'columns'>): Pointed | null {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const shown = useRef({ rows, columns });
  shown.current = { rows, columns };
  useEffect(() => {
    const table = grid.current;
    if (!table) return;
    const over = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch' || !(target instanceof Element)) return;
      const cell = target.closest('td');
      const row = shown.current.rows.find(({ id }) => rowId(id) === cell?.parentElement?.id);
      const column = shown.current.columns[cell?.cellIndex ?? -1];
      const values = row && column !== undefined ? cellValues(column, row) : [];
      setPointed((before) => {
        if (!cell || values.length === 0) return null;
        return before?.cell === cell ? before : { cell, values };
      });
    };
    const leave = () => setPointed(null);
    table.addEventListener('pointerover', over);
    table.addEventListener('pointerleave', leave);
    return () => {
      table.removeEventListener('pointerover', over);
      table.removeEventListener('pointerleave', leave);
    };
  }, [grid]);
  return pointed;
}

function FilterIcon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-3.5 fill-none stroke-current stroke-[1.5]">
      <path d="M2 4h12M4.5 8h7M7 12h2" strokeLinecap="round" />
    </svg>
  );
}

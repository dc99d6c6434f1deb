import { type ReactNode, useMemo, useRef } from 'react';
import { PICK_SPACE, PickBox } from '../lists/pick-box.tsx';
import { pickRange } from '../lists/pick-range.ts';
import { SelectionBar } from '../lists/selection-bar.tsx';
import { useListKeys } from '../lists/use-list-keys.ts';
import { useRowFocus } from '../lists/use-row-focus.ts';
import { useSelection } from '../lists/use-selection.ts';
import { followRow } from './follow-row.ts';

export type Column<R> = {
  name: string;
  head: string;
  cell: (row: R) => ReactNode;
  /** Right-aligned. */
  figure?: boolean;
  /** Hidden on phones; `large`: hidden on most screens. */
  wide?: boolean | 'large';
  /** Takes the remaining width; overflow is truncated. */
  grow?: boolean;
  /** The full text of an abbreviated head. */
  hint?: string;
  /** The sort key of the column. */
  orderBy?: string;
  /** Stays in view while the others scroll sideways. */
  sticky?: boolean;
  /** The head is visible to screen readers only. */
  quiet?: boolean;
};

export type RowKeys = Readonly<Record<string, (key: string) => void>>;

export type Selectable<R> = {
  /** What a row is: "session". */
  what: string;
  /** Buttons for the selected rows. */
  actions: (rows: readonly R[]) => ReactNode;
};

type Props<R> = {
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string;
  /** Narrow gaps, for many columns. */
  dense?: boolean;
  sorting?: { orderBy: string; order: 'asc' | 'desc'; onSort: (orderBy: string) => void };
  /** Other keys for the row with the focus. */
  keys?: RowKeys;
  /** Absent if rows cannot be selected. */
  selectable?: Selectable<R>;
};

/** Opaque, as the others scroll below it. */
const STICKY = 'sticky left-0 z-1 bg-surface [tr:hover>&]:bg-sunken';

/**
 * A table. A link or button with `data-row` in a row opens it: by a click anywhere on the row, and it has the focus
 * while keys walk through the rows.
 */
export function DataTable<R>({ label, columns, rows, keyOf, dense, sorting, keys, selectable }: Props<R>) {
  const list = useRef<HTMLElement>(null);
  const listed = useMemo(() => rows.map(keyOf), [rows, keyOf]);
  const selection = useSelection(listed);
  const { current, focus, press } = useRowFocus(list);
  const pick = (key: string, range: boolean) =>
    range ? selection.extend(current() ?? key, key) : selection.toggle(key);
  useListKeys({
    list,
    listed,
    current,
    onMove: focus,
    selection: selectable ? selection : null,
    onPick: press,
    ...(keys ? { others: keys } : {}),
  });
  const gap = dense ? 'px-2' : 'px-2 sm:px-3';
  const gapWithBox = `relative ${PICK_SPACE} ${dense ? 'pr-2' : 'pr-2 sm:pr-3'}`;
  const gapAt = (place: number) => (selectable && place === 0 ? gapWithBox : gap);
  const table = (
    <section
      ref={list}
      data-list
      data-picking={selection.keys.length > 0 ? true : undefined}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll sideways, and the keyboard must reach that.
      tabIndex={0}
      className="group/list scroll-cue relative overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-sm text-ink-3">
            {columns.map(({ name, head, hint, figure, wide, orderBy, quiet, sticky }, place) => (
              <th
                key={name}
                scope="col"
                title={hint}
                aria-sort={
                  orderBy && sorting?.orderBy === orderBy
                    ? sorting.order === 'asc'
                      ? 'ascending'
                      : 'descending'
                    : undefined
                }
                className={`h-9 font-medium whitespace-pre ${gapAt(place)} ${figure ? 'text-right' : 'text-left'} ${shownFrom(wide)} ${sticky ? STICKY : ''}`}
              >
                {orderBy && sorting ? (
                  <button type="button" className="hover:text-ink" onClick={() => sorting.onSort(orderBy)}>
                    {head}
                    <span aria-hidden>
                      {' '}
                      {sorting.orderBy === orderBy ? (sorting.order === 'asc' ? '↑' : '↓') : ''}
                    </span>
                  </button>
                ) : quiet ? (
                  <span className="sr-only">{head}</span>
                ) : (
                  head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = keyOf(row);
            const picked = selectable !== undefined && selection.has(key);
            return (
              <tr
                key={key}
                data-key={key}
                onClick={followRow}
                onAuxClick={followRow}
                {...(selectable ? pickRange(() => pick(key, true)) : {})}
                className={`group/row border-b border-line last:border-b-0 has-[[data-row]]:cursor-pointer has-[[data-row]:focus-visible]:bg-accent-soft [&_[data-row]]:-outline-offset-1 ${picked ? 'bg-accent-soft/50' : 'hover:bg-sunken'}`}
              >
                {columns.map(({ name, cell, figure, wide, grow, sticky }, place) => (
                  <td
                    key={name}
                    className={`h-10 ${gapAt(place)} ${figure ? 'text-right whitespace-nowrap' : ''} ${shownFrom(wide)} ${grow ? 'w-full max-w-0 min-w-48' : ''} ${sticky ? STICKY : ''}`}
                  >
                    {place === 0 && selectable ? (
                      <PickBox what={selectable.what} picked={picked} onPick={(range) => pick(key, range)} />
                    ) : null}
                    {cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
  if (!selectable) return table;
  return (
    <>
      {table}
      <SelectionBar
        selection={selection}
        className="sticky bottom-3 mt-3 z-20 rounded-lg border border-line-strong shadow-lg"
      >
        {selectable.actions(rows.filter((row) => selection.has(keyOf(row))))}
      </SelectionBar>
    </>
  );
}

function shownFrom(wide: Column<unknown>['wide']): string {
  if (wide === 'large') return 'hidden 2xl:table-cell';
  return wide ? 'hidden md:table-cell' : '';
}

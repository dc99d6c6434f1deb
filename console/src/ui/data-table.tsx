import type { ReactNode } from 'react';
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

type Props<R> = {
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string;
  /** Narrow gaps, for many columns. */
  dense?: boolean;
  sorting?: { orderBy: string; order: 'asc' | 'desc'; onSort: (orderBy: string) => void };
};

/** Opaque, as the others scroll below it. */
const STICKY = 'sticky left-0 z-1 bg-surface [tr:hover>&]:bg-sunken';

/** A table. A link with `data-row` in a row is followed by a click anywhere on it. */
export function DataTable<R>({ label, columns, rows, keyOf, dense, sorting }: Props<R>) {
  const gap = dense ? 'px-2' : 'px-2 sm:px-3';
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll sideways, and the keyboard must reach that.
      tabIndex={0}
      className="scroll-cue relative overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-sm text-ink-3">
            {columns.map(({ name, head, hint, figure, wide, orderBy, quiet, sticky }) => (
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
                className={`h-9 font-medium whitespace-pre ${gap} ${figure ? 'text-right' : 'text-left'} ${shownFrom(wide)} ${sticky ? STICKY : ''}`}
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
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              onClick={followRow}
              onAuxClick={followRow}
              className="border-b border-line last:border-b-0 hover:bg-sunken has-[a[data-row]]:cursor-pointer"
            >
              {columns.map(({ name, cell, figure, wide, grow, sticky }) => (
                <td
                  key={name}
                  className={`h-10 ${gap} ${figure ? 'text-right whitespace-nowrap' : ''} ${shownFrom(wide)} ${grow ? 'w-full max-w-0 min-w-48' : ''} ${sticky ? STICKY : ''}`}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function shownFrom(wide: Column<unknown>['wide']): string {
  if (wide === 'large') return 'hidden 2xl:table-cell';
  return wide ? 'hidden md:table-cell' : '';
}

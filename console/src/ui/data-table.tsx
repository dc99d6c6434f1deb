import type { ReactNode } from 'react';
import { followRow } from './follow-row.ts';

export type Column<R> = {
  name: string;
  head: string;
  cell: (row: R) => ReactNode;
  /** Figures stand at the right. */
  figure?: boolean;
  /** Left out on a phone; `large`: on most screens. */
  wide?: boolean | 'large';
  /** Takes what room the others leave; what does not fit there is cut off. */
  grow?: boolean;
  /** What the head is short for. */
  hint?: string;
  /** What the list can be sorted by here. */
  orderBy?: string;
  /** The head is there for who cannot see what the column is. */
  quiet?: boolean;
};

type Props<R> = {
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string;
  /** Many columns, closer together. */
  dense?: boolean;
  sorting?: { orderBy: string; order: 'asc' | 'desc'; onSort: (orderBy: string) => void };
};

/** A list of things with their figures. Rows have links of their own; one with `data-row` is the row's. */
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
            {columns.map(({ name, head, hint, figure, wide, orderBy, quiet }) => (
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
                className={`h-9 font-medium whitespace-nowrap ${gap} ${figure ? 'text-right' : 'text-left'} ${shownFrom(wide)}`}
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
              {columns.map(({ name, cell, figure, wide, grow }) => (
                <td
                  key={name}
                  className={`h-10 ${gap} ${figure ? 'text-right whitespace-nowrap' : ''} ${shownFrom(wide)} ${grow ? 'w-full max-w-0 min-w-48' : ''}`}
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

import type { ReactNode } from 'react';
import type { ListSorting, OrderBy } from '../../state/list-sorting.ts';
import { ColumnEdge } from './column-edge.tsx';
import type { Widths } from './column-widths.ts';
import { type ColumnName, FIGURES, headOf, isColumn, SORTED_BY, sizeOf } from './columns.tsx';

type Props = {
  name: string;
  sorting: ListSorting;
  /** What the column of scores is sorted by. */
  score: OrderBy | undefined;
  onSort: (orderBy: OrderBy) => void;
  widths: Widths;
  onDrag: (width: number) => void;
  onResize: (name: ColumnName, width: number | null) => void;
  children: ReactNode;
};

/** The head of a column: a click sorts, if the column is sortable, and its edge resizes. */
export function ColumnHead({ name, sorting, score, onSort, widths, onDrag, onResize, children }: Props) {
  const orderBy = name === 'scores' ? score : SORTED_BY[name];
  const sorted = orderBy !== undefined && (sorting.orderBy ?? 'time') === orderBy;
  const up = sorting.order === 'asc';
  return (
    <th
      scope="col"
      aria-sort={sorted ? (up ? 'ascending' : 'descending') : undefined}
      className={`sticky top-0 z-10 h-9 truncate border-b border-line bg-surface px-2 text-sm font-medium text-ink-3 first:pl-9 last:pr-4 ${FIGURES.has(name) ? 'text-right' : ''}`}
    >
      {orderBy === undefined ? (
        children
      ) : (
        <button
          type="button"
          onClick={() => onSort(orderBy)}
          className={`max-w-full truncate hover:text-ink ${sorted ? 'text-ink' : ''}`}
        >
          {children}
          {sorted ? <span aria-hidden="true"> {up ? '↑' : '↓'}</span> : null}
        </button>
      )}
      {isColumn(name) ? (
        <ColumnEdge
          name={headOf(name)}
          width={widths[name] ?? sizeOf(name)}
          onDrag={onDrag}
          onResize={(width) => onResize(name, width)}
        />
      ) : null}
    </th>
  );
}

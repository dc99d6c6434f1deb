import type { ReactNode } from 'react';
import { isScore } from '../state/score-filters.ts';
import { type Column, DataTable, type RowKeys, type Selectable } from './data-table.tsx';
import { MoreButton } from './more-button.tsx';
import { ErrorState, SkeletonRows, Stale } from './status.tsx';

type Pages<R> = {
  data: { pages: readonly { data: readonly R[] }[] } | undefined;
  error: unknown;
  isPending: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
} & Parameters<typeof MoreButton>[0]['pages'];

export type Order = 'asc' | 'desc';

type Props<R> = {
  label: string;
  pages: Pages<R>;
  /** The columns; their format may depend on the rows. */
  columnsFor: (rows: readonly R[]) => readonly Column<R>[];
  keyOf: (row: R) => string;
  orderBy: string;
  order: Order;
  onSort: (orderBy: string, order: Order) => void;
  /** Shown if there are no rows. */
  empty: ReactNode;
  selectable?: Selectable<R>;
  /** Other keys for the row with the focus. */
  keys?: RowKeys;
};

/** A paged list, sortable by its heads; the same head again reverses the order. Of scores, the worst come first. */
export function SortedList<R>(props: Props<R>) {
  const { label, pages, columnsFor, keyOf, orderBy, order, onSort, empty, selectable, keys } = props;
  const rows = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  const sort = (next: string) => {
    const [first, second]: [Order, Order] = isScore(next) ? ['asc', 'desc'] : ['desc', 'asc'];
    onSort(next, next === orderBy && order === first ? second : first);
  };
  return (
    <>
      {pages.error ? <ErrorState error={pages.error} retry={() => pages.refetch()} /> : null}
      {pages.isPending ? <SkeletonRows /> : null}
      {pages.data && rows.length === 0 ? empty : null}
      {rows.length > 0 ? (
        <Stale stale={pages.isPlaceholderData}>
          <DataTable
            label={label}
            columns={columnsFor(rows)}
            rows={rows}
            keyOf={keyOf}
            sorting={{ orderBy, order, onSort: sort }}
            {...(keys ? { keys } : {})}
            {...(selectable ? { selectable } : {})}
          />
        </Stale>
      ) : null}
      <MoreButton pages={pages} />
    </>
  );
}

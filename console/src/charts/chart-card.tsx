import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorState, Skeleton, Stale } from '../ui/status.tsx';
import { NoData } from './no-data.tsx';
import { useChartLook } from './use-chart-look.ts';

/** A cell of the table; an abbreviated figure has the full one as its title. */
export type TableCell = string | { text: string; title: string };
export type TableData = { columns: readonly string[]; rows: readonly (readonly TableCell[])[] };

export type ChartState = {
  isPending: boolean;
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => unknown;
};

type Props = {
  title: string;
  aside?: ReactNode;
  /** Above the chart and the table alike, also while there is nothing to show. */
  above?: ReactNode;
  /** The data as a table, also for readers who cannot see the chart. */
  table: TableData;
  state: ChartState;
  height?: number;
  className?: string;
  children: ReactNode;
};

export function ChartCard(props: Props) {
  const { title, aside, above, table, state, height = 220, className = '', children } = props;
  const { asTable, setAsTable } = useChartLook(title);
  const toggle = (
    <div className="flex min-w-0 items-center gap-1 sm:gap-2">
      {aside}
      <Button look="ghost" small aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
        {asTable ? 'Chart' : 'Table'}
      </Button>
    </div>
  );
  return (
    <Card title={title} aside={toggle} className={className}>
      <div>
        {above}
        {state.error ? (
          <ErrorState error={state.error} retry={() => state.refetch()} />
        ) : state.isPending ? (
          <div style={{ height }}>
            <Skeleton className="h-full" />
          </div>
        ) : table.rows.length === 0 ? (
          <NoData />
        ) : asTable ? (
          <Stale stale={state.isPlaceholderData}>
            <FigureTable {...table} title={title} />
          </Stale>
        ) : (
          <Stale stale={state.isPlaceholderData}>{children}</Stale>
        )}
      </div>
    </Card>
  );
}

function textOf(cell: TableCell): string {
  return typeof cell === 'string' ? cell : cell.text;
}

function FigureTable({ columns, rows, title }: TableData & { title: string }) {
  return (
    <section
      aria-label={`${title}, as a table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach that.
      tabIndex={0}
      // The last column must not lie under a scroll bar that floats.
      className="max-h-72 overflow-auto pr-3 [scrollbar-gutter:stable]"
    >
      <table className="w-full text-sm">
        <thead>
          <tr>
            {columns.map((column, i) => (
              <th
                key={column}
                scope="col"
                className={`sticky top-0 bg-surface py-1 font-medium whitespace-nowrap text-ink-3 ${i === 0 ? 'text-left' : 'pl-4 text-right'}`}
              >
                <bdi>{column}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.map(textOf).join(' ')} className="border-t border-line">
              {row.map((cell, i) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells stay in their column.
                  key={i}
                  title={typeof cell === 'string' ? undefined : cell.title}
                  className={`py-1 whitespace-nowrap ${i === 0 ? 'text-left' : 'text-right'}`}
                >
                  <bdi>{textOf(cell)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

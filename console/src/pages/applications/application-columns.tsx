import { Link } from '@tanstack/react-router';
import { compact, count, milliseconds, NONE, percent } from '../../lib/format.ts';
import { usdColumn } from '../../lib/money.ts';
import { timeZoneOf, type View } from '../../state/view.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';
import type { AppFigure, AppRow } from './application-figures.ts';

type Figure = Column<AppRow> & { name: AppFigure };

/** `view` is the range, which links carry along. */
export function applicationColumns(view: View, rows: readonly AppRow[]): readonly Figure[] {
  const cost = usdColumn(rows.map(({ costUsd }) => costUsd));
  const columns: readonly Figure[] = [
    {
      name: 'name',
      head: 'Application',
      cell: ({ id, name }) => (
        <Link
          to="/apps/$appId/overview"
          params={{ appId: id }}
          search={view}
          className="font-medium text-accent wrap-anywhere hover:underline"
        >
          <span dir="auto">{name}</span>
        </Link>
      ),
    },
    {
      name: 'interactions',
      head: 'Interactions',
      figure: true,
      cell: ({ interactions }) => count(interactions),
    },
    {
      name: 'costUsd',
      head: 'Cost',
      figure: true,
      cell: ({ costUsd }) => <Money value={costUsd} format={cost} />,
    },
    {
      name: 'totalTokens',
      head: 'Tokens',
      figure: true,
      wide: true,
      cell: ({ totalTokens }) => compact(totalTokens),
    },
    {
      name: 'errorRate',
      head: 'Error rate',
      figure: true,
      wide: true,
      cell: ({ errorRate }) => percent(errorRate),
    },
    {
      name: 'latencyP95',
      head: 'Latency, p95',
      figure: true,
      wide: true,
      cell: ({ latencyP95 }) => milliseconds(latencyP95),
    },
    {
      name: 'users',
      head: 'Users',
      hint: 'People that the application names',
      figure: true,
      wide: true,
      cell: ({ users }) => count(users),
    },
    {
      name: 'anonymous',
      head: 'Anonymous calls',
      hint: 'Calls without a user',
      figure: true,
      wide: 'large',
      cell: ({ anonymous }) => count(anonymous),
    },
    {
      name: 'lastAt',
      head: 'Last in range',
      hint: 'The last interaction in this range',
      figure: true,
      wide: true,
      cell: ({ lastAt }) => (lastAt === null ? NONE : <Time at={lastAt} timeZone={timeZoneOf(view)} />),
    },
  ];
  return columns.map((column) => ({ ...column, orderBy: column.name }));
}

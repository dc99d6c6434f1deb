import type { Session } from '@parley/contract';
import { compact } from '../lib/format.ts';
import { usdColumn } from '../lib/money.ts';
import type { Column } from '../ui/data-table.tsx';
import { Money } from '../ui/money.tsx';

type Used = Pick<Session, 'usage' | 'costUsd'>;

/** Columns for tokens and cost, at the end of several lists. */
export function usageColumns(rows: readonly Used[]): readonly Column<Used>[] {
  const cost = usdColumn(rows.map(({ costUsd }) => costUsd));
  return [
    {
      name: 'tokens',
      head: 'Tokens',
      figure: true,
      wide: true,
      orderBy: 'totalTokens',
      cell: ({ usage }) => compact(usage.total),
    },
    {
      name: 'cost',
      head: 'Cost',
      figure: true,
      wide: true,
      orderBy: 'costUsd',
      cell: ({ costUsd }) => <Money value={costUsd} format={cost} />,
    },
  ];
}

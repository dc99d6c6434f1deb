import type { Session } from '@parley/contract';
import { compact, usd } from '../lib/format.ts';
import type { Column } from '../ui/data-table.tsx';

/** What something took, at the end of every list that says so. */
export const USAGE_COLUMNS: readonly Column<Pick<Session, 'usage' | 'costUsd'>>[] = [
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
    cell: ({ costUsd }) => usd(costUsd),
  },
];

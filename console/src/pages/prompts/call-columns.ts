import type { PromptSummary } from '@parley/contract';
import { milliseconds, percent } from '../../lib/format.ts';
import type { Column } from '../../ui/data-table.tsx';

type Calls = Pick<PromptSummary, 'latencyMean' | 'errors' | 'interactions'>;

/** How calls went, of a prompt or of one of its versions. */
export const CALL_COLUMNS: readonly Column<Calls>[] = [
  {
    name: 'latency',
    head: 'Latency',
    hint: 'The mean',
    figure: true,
    wide: true,
    cell: ({ latencyMean }) => milliseconds(latencyMean),
  },
  {
    name: 'errors',
    head: 'Errors',
    figure: true,
    wide: true,
    cell: ({ errors, interactions }) => percent(errors / interactions),
  },
];

import type { PromptSummary } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { count, milliseconds, percent } from '../../lib/format.ts';
import type { View } from '../../state/view.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { usageColumns } from '../usage-columns.tsx';

/** `view` is carried to the page of a prompt. */
export function promptColumns(
  rows: readonly PromptSummary[],
  timeZone: string,
  { prompt: _, ...view }: View,
): Column<PromptSummary>[] {
  return [
    {
      name: 'prompt',
      head: 'Prompt',
      cell: ({ id, appId, opening }) => (
        <Link
          to="/apps/$appId/prompts/$promptId"
          params={{ appId, promptId: id }}
          search={view}
          dir="auto"
          data-row
          className="block max-w-44 font-medium text-accent hover:underline sm:max-w-96"
        >
          <span className="block truncate">{opening ?? id}</span>
          <span className="block truncate font-mono text-sm font-normal text-ink-3">{id}</span>
        </Link>
      ),
    },
    {
      name: 'interactions',
      head: 'Calls',
      figure: true,
      orderBy: 'interactions',
      cell: ({ interactions }) => count(interactions),
    },
    {
      name: 'lastSeenAt',
      head: 'Last in range',
      hint: 'The last interaction in this range that matches the filters',
      wide: true,
      orderBy: 'lastSeenAt',
      cell: ({ lastSeenAt }) => <Time at={lastSeenAt} timeZone={timeZone} />,
    },
    {
      name: 'firstSeenAt',
      head: 'First in range',
      hint: 'The first interaction in this range that matches the filters',
      wide: true,
      orderBy: 'firstSeenAt',
      cell: ({ firstSeenAt }) => <Time at={firstSeenAt} timeZone={timeZone} />,
    },
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
    ...usageColumns(rows).filter(({ name }) => name === 'cost'),
  ];
}

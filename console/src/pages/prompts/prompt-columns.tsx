import type { PromptSummary } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { count } from '../../lib/format.ts';
import type { View } from '../../state/view.ts';
import type { Column } from '../../ui/data-table.tsx';
import { seenColumns } from '../seen-columns.tsx';
import { usageColumns } from '../usage-columns.tsx';
import { CALL_COLUMNS, scoreColumns } from './call-columns.tsx';

/** `view` is carried to the page of a prompt. */
export function promptColumns(
  rows: readonly PromptSummary[],
  timeZone: string,
  { prompt: _, ...view }: View,
): Column<PromptSummary>[] {
  const { last, first } = seenColumns(timeZone);
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
          className="block max-w-44 py-1.5 font-medium text-accent hover:underline sm:max-w-96"
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
    { ...last, wide: true },
    first,
    ...CALL_COLUMNS,
    ...scoreColumns(rows),
    ...usageColumns(rows).filter(({ name }) => name === 'cost'),
  ];
}

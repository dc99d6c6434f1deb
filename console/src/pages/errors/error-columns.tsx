import { Link } from '@tanstack/react-router';
import { Sparkline } from '../../charts/sparkline.tsx';
import { count, NONE } from '../../lib/format.ts';
import { valueName } from '../../lib/upstream-names.ts';
import type { View } from '../../state/view.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Skeleton } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { type ErrorGroup, viewOf } from './use-error-groups.ts';

type Where = { appId: string; view: View; timeZone: string; groups: readonly ErrorGroup[] };

export function errorColumns({ appId, view, timeZone, groups }: Where): readonly Column<ErrorGroup>[] {
  return [
    {
      name: 'message',
      head: 'Error',
      cell: (group) => (
        <Link
          to="/apps/$appId/interactions"
          params={{ appId }}
          search={viewOf(view, group, groups)}
          data-row
          className="flex flex-col gap-1 py-2 hover:underline"
        >
          <span dir="auto" className="line-clamp-2 break-words">
            {group.message ?? 'No message'}
          </span>
          <span className="flex flex-wrap gap-1.5">
            {kindOf(group) === null ? null : <Badge tone="bad">{kindOf(group)}</Badge>}
            {group.provider === null ? null : <Badge>{valueName('provider', group.provider)}</Badge>}
          </span>
        </Link>
      ),
    },
    {
      name: 'trend',
      head: 'Trend',
      wide: true,
      cell: ({ trend }) => (trend ? <Sparkline values={trend} /> : <Skeleton className="h-5 w-24" />),
    },
    { name: 'count', head: 'Count', figure: true, cell: ({ interactions }) => count(interactions) },
    { name: 'users', head: 'Users', figure: true, wide: true, cell: ({ users }) => count(users) },
    { name: 'models', head: 'Models', wide: true, cell: (group) => <Models group={group} /> },
    {
      name: 'first',
      head: 'First seen',
      hint: 'Whatever the range',
      figure: true,
      wide: true,
      cell: ({ seen }) => <Seen at={seen?.first} timeZone={timeZone} />,
    },
    {
      name: 'last',
      head: 'Last seen',
      hint: 'Whatever the range',
      figure: true,
      cell: ({ seen }) => <Seen at={seen?.last} timeZone={timeZone} />,
    },
  ];
}

/** The model with most of these errors, and the other one or the number of others. */
function Models({ group: { models, modelNames } }: { group: ErrorGroup }) {
  if (modelNames === null) return <Skeleton className="h-5 w-24" />;
  const [first] = modelNames;
  if (first === undefined) return count(models);
  const all = Math.max(models, modelNames.length);
  const shown = all === 2 ? modelNames.join(', ') : first;
  const more = all === 2 ? 0 : all - 1;
  return (
    <span title={modelNames.join('\n')} className="flex items-center gap-1.5 whitespace-nowrap">
      <span dir="auto" className="max-w-48 truncate">
        {shown}
      </span>
      {more === 0 ? null : <span className="text-ink-3">+{count(more)}</span>}
    </span>
  );
}

/** Not all providers have error codes. */
function kindOf({ code, type }: ErrorGroup): string | null {
  return code ?? type;
}

/** `at` is undefined while loading. */
function Seen({ at, timeZone }: { at: string | null | undefined; timeZone: string }) {
  if (at === undefined) return <Skeleton className="inline-block h-5 w-16" />;
  return at === null ? NONE : <Time at={at} timeZone={timeZone} relative />;
}

import type { UserSummary } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { count } from '../../lib/format.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { USAGE_COLUMNS } from '../usage-columns.tsx';

export function nameOf({ firstName, lastName, email, key, identified }: UserSummary): string {
  if (!identified) return 'Not named';
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return name || email || key;
}

export function userColumns(timeZone: string): Column<UserSummary>[] {
  return [
    {
      name: 'user',
      head: 'User',
      cell: (user) => (
        <Link
          to="/apps/$appId/users/$userKey"
          params={{ appId: user.appId, userKey: user.key }}
          className="block max-w-28 truncate font-medium sm:max-w-64 text-accent hover:underline"
        >
          {nameOf(user)}
        </Link>
      ),
    },
    {
      name: 'key',
      head: 'Key',
      wide: true,
      cell: ({ key }) => <span className="block max-w-56 truncate font-mono text-sm text-ink-2">{key}</span>,
    },
    {
      name: 'lastSeenAt',
      head: 'Last seen',
      orderBy: 'lastSeenAt',
      cell: ({ lastSeenAt }) => <Time at={lastSeenAt} timeZone={timeZone} />,
    },
    {
      name: 'firstSeenAt',
      head: 'First seen',
      wide: true,
      orderBy: 'firstSeenAt',
      cell: ({ firstSeenAt }) => <Time at={firstSeenAt} timeZone={timeZone} />,
    },
    {
      name: 'interactions',
      head: 'Interactions',
      figure: true,
      orderBy: 'interactions',
      cell: ({ interactions }) => count(interactions),
    },
    { name: 'sessions', head: 'Sessions', figure: true, wide: true, cell: ({ sessions }) => count(sessions) },
    ...USAGE_COLUMNS,
  ];
}

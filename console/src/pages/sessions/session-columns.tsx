import type { Session } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { count, duration, NONE } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { UserLink } from '../../ui/user-name.tsx';
import { USAGE_COLUMNS } from '../usage-columns.tsx';

export function sessionColumns(timeZone: string): Column<Session>[] {
  return [
    {
      name: 'session',
      head: 'Session',
      cell: ({ appId, id, session }) => (
        <Link
          to="/apps/$appId/sessions/$sessionId"
          params={{ appId, sessionId: id }}
          className="block max-w-32 truncate font-medium sm:max-w-64 text-accent hover:underline"
        >
          {session}
        </Link>
      ),
    },
    {
      name: 'state',
      head: 'State',
      wide: true,
      cell: ({ state }) =>
        state === 'current' ? (
          <Badge tone="good">{state}</Badge>
        ) : (
          <span className="text-ink-3">{state}</span>
        ),
    },
    {
      name: 'lastAt',
      head: 'Last',
      orderBy: 'lastAt',
      cell: ({ lastAt }) => <Time at={lastAt} timeZone={timeZone} />,
    },
    {
      name: 'length',
      head: 'Length',
      figure: true,
      wide: true,
      // A single question has none.
      cell: ({ interactions, startedAt, lastAt }) =>
        interactions === 1 ? NONE : duration(Date.parse(lastAt) - Date.parse(startedAt)),
    },
    {
      name: 'interactions',
      head: 'Interactions',
      figure: true,
      orderBy: 'interactions',
      cell: ({ interactions, errors }) => (
        <>
          {count(interactions)}
          {errors > 0 ? <span className="text-bad"> · {count(errors)} failed</span> : null}
        </>
      ),
    },
    {
      name: 'users',
      head: 'User',
      wide: true,
      cell: ({ users }) =>
        users.length === 0 ? (
          <span className="text-ink-3">{NONE}</span>
        ) : (
          users.map((key) => (
            <UserLink
              key={key}
              userKey={key}
              className="mr-2 inline-block max-w-48 truncate align-bottom hover:underline"
            />
          ))
        ),
    },
    {
      name: 'models',
      head: 'Models',
      wide: true,
      cell: ({ models }) => <span className="block max-w-56 truncate text-ink-2">{models.join(', ')}</span>,
    },
    ...USAGE_COLUMNS,
  ];
}

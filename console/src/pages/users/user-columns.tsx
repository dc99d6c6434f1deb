import type { UserSummary } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { count } from '../../lib/format.ts';
import { ANONYMOUS, fullName } from '../../lib/user-name.ts';
import { ScoreSummary } from '../../scores/score-summary.tsx';
import type { View } from '../../state/view.ts';
import type { Column } from '../../ui/data-table.tsx';
import { UserLink } from '../../ui/user-name.tsx';
import { seenColumns } from '../seen-columns.tsx';
import { usageColumns } from '../usage-columns.tsx';

const NAME = 'block max-w-28 truncate font-medium text-accent hover:underline sm:max-w-64';

/** `view` is carried to the page of a user. */
export function userColumns(
  rows: readonly UserSummary[],
  timeZone: string,
  { user: _, ...view }: View,
): Column<UserSummary>[] {
  const { last, first } = seenColumns(timeZone);
  return [
    {
      name: 'user',
      head: 'User',
      cell: (user) =>
        user.identified ? (
          <UserLink userKey={user.key} known={fullName(user)} view={view} className={NAME} row />
        ) : (
          <Link
            to="/apps/$appId/users/$userKey"
            params={{ appId: user.appId, userKey: user.key }}
            search={view}
            dir="auto"
            data-row
            className={NAME}
          >
            {fullName(user) || ANONYMOUS}
            {/* Shown here where the key has no column. */}
            <span className="block truncate font-mono text-sm font-normal text-ink-3 md:hidden">
              {user.key}
            </span>
          </Link>
        ),
    },
    {
      name: 'key',
      head: 'Key',
      wide: true,
      cell: ({ key }) => (
        <span dir="auto" className="block max-w-56 truncate font-mono text-sm text-ink-2">
          {key}
        </span>
      ),
    },
    last,
    first,
    {
      name: 'interactions',
      head: 'Interactions',
      figure: true,
      orderBy: 'interactions',
      cell: ({ interactions }) => count(interactions),
    },
    { name: 'sessions', head: 'Sessions', figure: true, wide: true, cell: ({ sessions }) => count(sessions) },
    ...(rows.some(({ scores = [] }) => scores.length > 0)
      ? [
          {
            name: 'scores',
            head: 'Scores',
            hint: 'Scores of the user',
            wide: true,
            cell: ({ appId, key, scores = [] }: UserSummary) => (
              <ScoreSummary target={{ appId, type: 'user', id: key }} scores={scores} />
            ),
          },
        ]
      : []),
    ...usageColumns(rows),
  ];
}

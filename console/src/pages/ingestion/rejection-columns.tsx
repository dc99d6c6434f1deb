import type { Rejection } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { bytes } from '../../lib/format.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { IssueList } from './issue-list.tsx';

export function rejectionColumns(
  mayReplay: boolean,
  onOpen: (rejection: Rejection, replay: boolean) => void,
): Column<Rejection>[] {
  const timeZone = timeZoneOf({});
  return [
    {
      name: 'at',
      head: 'Received',
      wide: true,
      cell: ({ receivedAt }) => <Time at={receivedAt} timeZone={timeZone} />,
    },
    {
      name: 'why',
      head: 'Reason',
      cell: ({ issues, receivedAt }) => (
        <div className="min-w-32 py-1.5">
          <span className="text-sm text-ink-3 md:hidden">
            <Time at={receivedAt} timeZone={timeZone} />
          </span>
          <IssueList issues={issues} most={3} />
        </div>
      ),
    },
    { name: 'bytes', head: 'Size', figure: true, wide: true, cell: (row) => bytes(row.bytes) },
    {
      name: 'do',
      head: 'Actions',
      quiet: true,
      figure: true,
      cell: (rejection) => (
        <span className="inline-flex flex-col items-end md:flex-row md:items-center md:gap-1">
          {rejection.replayedAs === null ? null : (
            <Link
              to="/apps/$appId/interactions"
              params={{ appId: rejection.appId }}
              search={{ id: rejection.replayedAs }}
              className="px-2 text-accent hover:underline"
            >
              Replayed
            </Link>
          )}
          {mayReplay && rejection.replayedAs === null ? (
            <Button look="ghost" small onClick={() => onOpen(rejection, true)}>
              Replay
            </Button>
          ) : null}
          <Button look="ghost" small data-row onClick={() => onOpen(rejection, false)}>
            Open
          </Button>
        </span>
      ),
    },
  ];
}

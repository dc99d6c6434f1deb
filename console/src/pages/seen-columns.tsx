import type { Column } from '../ui/data-table.tsx';
import { Time } from '../ui/time.tsx';

type Seen = { firstSeenAt: string; lastSeenAt: string };

/** Columns for the last and the first interaction of users and prompts, within the range of the view. */
export function seenColumns(timeZone: string): { last: Column<Seen>; first: Column<Seen> } {
  return {
    last: {
      name: 'lastSeenAt',
      head: 'Last in range',
      hint: 'The last interaction in this range that matches the filters',
      orderBy: 'lastSeenAt',
      cell: ({ lastSeenAt }) => <Time at={lastSeenAt} timeZone={timeZone} />,
    },
    first: {
      name: 'firstSeenAt',
      head: 'First in range',
      hint: 'The first interaction in this range that matches the filters',
      wide: true,
      orderBy: 'firstSeenAt',
      cell: ({ firstSeenAt }) => <Time at={firstSeenAt} timeZone={timeZone} />,
    },
  };
}

import type { Monitor } from '@parley/contract';
import { groupName, groupValue, valueText } from '../../monitors/condition-text.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { StateBadge } from './state-badge.tsx';

type Group = Monitor['groups'][number];

/** The groups that are not well, firing ones first. */
export function GroupTable({ monitor, timeZone }: { monitor: Monitor; timeZone: string }) {
  const { groups, unwell, groupBy, groupsCut } = monitor;
  if (groups.length === 0) return null;
  return (
    <Card title="Groups" flush>
      <DataTable<Group>
        label="Groups"
        columns={[
          { name: 'state', head: 'State', cell: ({ state }) => <StateBadge state={state} /> },
          {
            name: 'group',
            head: groupName(groupBy ?? ''),
            grow: true,
            cell: ({ group }) => <bdi className="truncate">{groupValue(groupBy, group)}</bdi>,
          },
          { name: 'value', head: 'Now', figure: true, cell: ({ value }) => valueText(monitor, value) },
          {
            name: 'since',
            head: 'Since',
            wide: true,
            cell: ({ since }) => <Time at={since} timeZone={timeZone} />,
          },
        ]}
        rows={groups}
        keyOf={({ group }) => group ?? ''}
      />
      {unwell > groups.length ? (
        <p className="px-4 py-2 text-sm text-ink-3">and {unwell - groups.length} more</p>
      ) : null}
      {groupsCut ? (
        <p className="px-4 py-2 text-sm text-ink-3">Only the 1,000 largest groups are judged.</p>
      ) : null}
    </Card>
  );
}

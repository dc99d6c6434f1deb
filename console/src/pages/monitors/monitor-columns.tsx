import type { Monitor } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { conditionText, valueText } from '../../monitors/condition-text.ts';
import { timeZoneOf } from '../../state/view.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { MonitorMenu } from './monitor-menu.tsx';
import { MonitorBadges } from './state-badge.tsx';

export function monitorColumns({ manages }: { manages: boolean }): Column<Monitor>[] {
  return [
    { name: 'state', head: 'State', cell: (monitor) => <MonitorBadges monitor={monitor} /> },
    { name: 'name', head: 'Monitor', grow: true, cell: (monitor) => <MonitorName monitor={monitor} /> },
    { name: 'value', head: 'Now', figure: true, cell: (monitor) => <Now monitor={monitor} /> },
    {
      name: 'since',
      head: 'Since',
      wide: true,
      cell: ({ groups: [first] }) =>
        first ? <Time at={first.since} timeZone={timeZoneOf({})} relative /> : '–',
    },
    ...(manages
      ? [
          {
            name: 'actions',
            head: 'Actions',
            quiet: true,
            cell: (monitor: Monitor) => <MonitorMenu monitor={monitor} />,
          },
        ]
      : []),
  ];
}

function MonitorName({ monitor }: { monitor: Monitor }) {
  const { id, app, name } = monitor;
  return (
    <span className="flex min-w-0 flex-col py-1.5">
      <Link
        to="/apps/$appId/monitors/$monitorId"
        params={{ appId: app, monitorId: id }}
        data-row
        dir="auto"
        className="truncate font-medium"
      >
        {name}
      </Link>
      <span className="truncate text-sm text-ink-3">{conditionText(monitor)}</span>
    </span>
  );
}

/** The figure, or how many groups are not well. */
function Now({ monitor }: { monitor: Monitor }) {
  const { groupBy, groups, unwell } = monitor;
  if (groupBy !== null) return unwell === 0 ? '–' : `${unwell} ${unwell === 1 ? 'group' : 'groups'}`;
  return valueText(monitor, groups[0]?.value ?? null);
}

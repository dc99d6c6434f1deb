import type { Monitor, MonitorChange } from '@parley/contract';
import { useAsk } from '../../api/use-ask.ts';
import { groupValue, valueText } from '../../monitors/condition-text.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { StateBadge } from './state-badge.tsx';

const QUIET: Record<NonNullable<MonitorChange['quiet']>, string> = {
  late: 'Data that came late: nobody was told',
  muted: 'Muted: nobody was told',
  higherStep: 'A higher step was told instead',
  tooMany: 'Too many groups at once: told together',
};

/** What a monitor did, the newest first, with the figure that caused it. */
export function HistoryTable({ monitor, timeZone }: { monitor: Monitor; timeZone: string }) {
  const { id, groupBy, steps } = monitor;
  const answer = useAsk('GET /v1/monitors/:monitorId/history', { params: { monitorId: id } });
  const { data, error, refetch } = answer;
  return (
    <Card title="History" flush>
      {error ? <ErrorState error={error} retry={refetch} /> : null}
      {!data && !error ? <SkeletonRows rows={3} /> : null}
      {data?.data.length === 0 ? <p className="px-4 pb-4 text-ink-3">Nothing has changed yet.</p> : null}
      {data && data.data.length > 0 ? (
        <DataTable<MonitorChange>
          label="History"
          columns={[
            { name: 'at', head: 'Time', cell: ({ at }) => <Time at={at} timeZone={timeZone} /> },
            { name: 'to', head: 'State', cell: ({ to }) => <StateBadge state={to} /> },
            ...(groupBy === null
              ? []
              : [
                  {
                    name: 'group',
                    head: 'Group',
                    cell: ({ group }: MonitorChange) => (
                      <bdi className="block max-w-28 truncate sm:max-w-96">{groupValue(groupBy, group)}</bdi>
                    ),
                  },
                ]),
            ...(steps === null
              ? []
              : [
                  {
                    name: 'step',
                    head: 'Step',
                    figure: true,
                    cell: ({ step }: MonitorChange) => (step === null ? '–' : `${Math.round(step * 100)}%`),
                  },
                ]),
            { name: 'value', head: 'Figure', figure: true, cell: ({ value }) => valueText(monitor, value) },
            {
              name: 'quiet',
              head: 'Note',
              wide: true,
              grow: true,
              cell: ({ quiet }) => (quiet === null ? '' : <span className="text-ink-3">{QUIET[quiet]}</span>),
            },
          ]}
          rows={data.data}
          keyOf={(change) => change.id}
        />
      ) : null}
    </Card>
  );
}

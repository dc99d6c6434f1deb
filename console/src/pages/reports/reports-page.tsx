import type { Report } from '@parley/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../../api/use-ask.ts';
import { Page } from '../../shell/page.tsx';
import { accountOf, mayIn, useMe } from '../../state/me.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { ReportMenu } from './report-menu.tsx';
import { hourText, SCHEDULES } from './schedules.ts';

/** While a report is due, how often it is looked whether it was sent. */
const SOON_MS = 5000;

const route = getRouteApi('/signed-in/apps/$appId/reports');

/** What is sent once in a day, a week or a month. */
export function ReportsPage() {
  const { appId } = route.useParams();
  const manages = mayIn(accountOf(useMe(), appId), 'monitors:manage');
  const { data, error, refetch } = useAsk(
    'GET /v1/reports',
    { query: { app: appId } },
    { every: (answer) => (answer?.data.some(isOnItsWay) ? SOON_MS : false) },
  );
  const [creates, setCreates] = useState(false);
  const button = (
    <Button look="primary" onClick={() => setCreates(true)}>
      New report
    </Button>
  );
  return (
    <Page title="Reports" aside={manages ? button : null}>
      {error ? <ErrorState error={error} retry={refetch} /> : null}
      {!data && !error ? <SkeletonRows rows={4} /> : null}
      {data?.data.length === 0 ? (
        <EmptyState title="No reports yet">
          A report sends the figures of a view once in a day, a week or a month, beside those of the period
          before: what cost most, new errors, and new models without a price.
        </EmptyState>
      ) : null}
      {data && data.data.length > 0 ? (
        <DataTable label="Reports" columns={reportColumns(manages)} rows={data.data} keyOf={({ id }) => id} />
      ) : null}
      {creates ? <ReportDialog appId={appId} onClose={() => setCreates(false)} /> : null}
    </Page>
  );
}

function isOnItsWay({ nextAt }: Report): boolean {
  return nextAt !== null && Date.parse(nextAt) <= Date.now();
}

function reportColumns(manages: boolean): Column<Report>[] {
  const timeZone = timeZoneOf({});
  const at = (time: string | null) => (time === null ? '–' : <Time at={time} timeZone={timeZone} />);
  return [
    {
      name: 'name',
      head: 'Report',
      grow: true,
      cell: ({ name, enabled, notify, schedule, hour }) => (
        <span className="flex min-w-0 flex-col py-1.5">
          <span className="flex min-w-0 items-center gap-2">
            <bdi className="truncate font-medium">{name}</bdi>
            {enabled ? null : <Badge>Off</Badge>}
            {enabled && notify.length === 0 ? <Badge tone="warn">No channel</Badge> : null}
          </span>
          <span className="truncate text-sm text-ink-3">
            {SCHEDULES[schedule]} at {hourText(hour)}
          </span>
        </span>
      ),
    },
    { name: 'sent', head: 'Last sent', wide: true, cell: ({ sentAt }) => at(sentAt) },
    {
      name: 'next',
      head: 'Next',
      wide: true,
      cell: (report) => (isOnItsWay(report) ? 'On its way' : at(report.nextAt)),
    },
    ...(manages
      ? [
          {
            name: 'actions',
            head: 'Actions',
            quiet: true,
            cell: (report: Report) => <ReportMenu report={report} />,
          },
        ]
      : []),
  ];
}

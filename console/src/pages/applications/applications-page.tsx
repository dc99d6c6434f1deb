import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { RangePicker } from '../../filters/range-picker.tsx';
import { Page } from '../../shell/page.tsx';
import { readLooks } from '../../state/chart-looks.ts';
import { useMe } from '../../state/me.ts';
import { rangeIn, type View } from '../../state/view.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, ErrorState, SkeletonRows, Stale } from '../../ui/status.tsx';
import { ApplicationCharts } from './application-charts.tsx';
import { applicationColumns } from './application-columns.tsx';
import { applicationNames, appRows, sortedRows } from './application-figures.ts';
import { Totals } from './totals.tsx';
import { useQueryAll } from './use-query-all.ts';

const route = getRouteApi('/signed-in/applications');
/** Maximum number of groups in a query. */
const MAX_GROUPS = 1000;

/** All applications that the reader may see, of all their accounts. */
export function ApplicationsPage() {
  const { orderBy, order = 'desc', ...search } = route.useSearch();
  const view = rangeIn(search);
  const me = useMe();
  const navigate = useNavigate();
  const answer = useQueryAll(view, {
    measures: [
      'interactions',
      'costUsd',
      'totalTokens',
      'errorRate',
      'latencyP95',
      'identifiedUsers',
      'anonymousUsers',
      'lastAt',
    ],
    dimensions: ['app'],
    limit: MAX_GROUPS,
  });
  if (me.applications.length === 0) {
    return (
      <Page title="All applications">
        <EmptyState title="No applications yet">
          <Link to="/welcome" className="text-accent underline">
            Create the first one
          </Link>
        </EmptyState>
      </Page>
    );
  }
  const names = applicationNames(me);
  const rows = answer.data ? appRows(answer.data, me) : [];
  const columns = applicationColumns(view, rows);
  const by = columns.find(({ name }) => name === orderBy)?.name ?? 'interactions';
  const show = (next: View & { orderBy?: string; order?: 'asc' | 'desc' }) =>
    void navigate({ to: '/applications', search: { ...next, ...readLooks(search) } });
  const kept = orderBy === undefined ? {} : { orderBy: by, order };
  return (
    <Page
      title="All applications"
      roomy
      aside={<RangePicker view={view} onChange={(next) => show({ ...next, ...kept })} />}
    >
      <Totals view={view} />
      <ApplicationCharts
        view={view}
        names={names}
        onPick={(name, at) => {
          const [appId] = [...names].find(([, called]) => called === name) ?? [];
          if (appId) void navigate({ to: '/apps/$appId/interactions', params: { appId }, search: at });
        }}
      />
      {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : null}
      {answer.isPending ? <SkeletonRows rows={me.applications.length} /> : null}
      {answer.data ? (
        <Stale stale={answer.isPlaceholderData}>
          <DataTable
            label="Applications"
            columns={columns}
            rows={sortedRows(rows, by, order)}
            keyOf={({ id }) => id}
            sorting={{
              orderBy: by,
              order,
              onSort: (next) =>
                show({ ...view, orderBy: next, order: next === by && order === 'desc' ? 'asc' : 'desc' }),
            }}
          />
        </Stale>
      ) : null}
    </Page>
  );
}

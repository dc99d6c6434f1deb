import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { NoMatches } from '../../filters/no-matches.tsx';
import { ViewBar } from '../../filters/view-bar.tsx';
import { Page } from '../../shell/page.tsx';
import { readLooks } from '../../state/chart-looks.ts';
import { readView, timeZoneOf, type View } from '../../state/view.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorState, SkeletonRows, Stale } from '../../ui/status.tsx';
import { errorColumns } from './error-columns.tsx';
import { ErrorRateChart } from './error-rate-chart.tsx';
import { FailedCallsChart } from './failed-calls-chart.tsx';
import { SelectedErrors } from './selected-errors.tsx';
import { useErrorGroups } from './use-error-groups.ts';

const route = getRouteApi('/signed-in/apps/$appId/errors');

/** Groups of errors with their frequency, first occurrence and affected users. */
export function ErrorsPage() {
  const { appId } = route.useParams();
  const search = route.useSearch();
  const view = readView(search);
  const navigate = useNavigate();
  const { groups, state } = useErrorGroups(appId, view);
  const show = (next: View) =>
    void navigate({
      to: '/apps/$appId/errors',
      params: { appId },
      search: { ...next, ...readLooks(search) },
    });
  return (
    <Page title="Errors" roomy>
      <ViewBar view={view} onChange={show} />
      <div className="@container">
        <div className="grid gap-4 @[60rem]:grid-cols-2">
          <ErrorRateChart appId={appId} view={view} onPick={show} />
          <FailedCallsChart appId={appId} view={view} onPick={show} />
        </div>
      </div>
      {state.error ? <ErrorState error={state.error} retry={() => state.refetch()} /> : null}
      {state.isPending ? <SkeletonRows /> : null}
      {!state.isPending && !state.error && groups.length === 0 ? (
        <NoMatches view={view} onChange={show} what="errors">
          Calls that a provider refused or failed to answer are listed here, grouped by what they say.
        </NoMatches>
      ) : null}
      {groups.length > 0 ? (
        <Stale stale={state.isPlaceholderData}>
          <DataTable
            label="Errors"
            columns={errorColumns({ appId, view, timeZone: timeZoneOf(view), groups })}
            rows={groups}
            keyOf={({ key }) => key}
            selectable={{
              what: 'error',
              actions: (chosen) => <SelectedErrors appId={appId} view={view} chosen={chosen} all={groups} />,
            }}
          />
        </Stale>
      ) : null}
    </Page>
  );
}

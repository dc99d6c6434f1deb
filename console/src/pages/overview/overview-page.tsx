import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useAsk } from '../../api/use-ask.ts';
import { readStack, type Stack } from '../../charts/query/stacks.ts';
import { ViewBar } from '../../filters/view-bar.tsx';
import { Page } from '../../shell/page.tsx';
import { readLooks } from '../../state/chart-looks.ts';
import { readView, type View } from '../../state/view.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/status.tsx';
import { KpiRow } from './kpi-row.tsx';
import { OverviewCharts } from './overview-charts.tsx';

const route = getRouteApi('/signed-in/apps/$appId/overview');

/** The overview; a click on a mark opens the interactions behind it. */
export function OverviewPage() {
  const { appId } = route.useParams();
  const search = route.useSearch();
  const view = readView(search);
  const navigate = useNavigate();
  // No other query runs before it is known that there are interactions.
  const any = useAsk('GET /v1/interactions', { query: { app: appId, limit: 1 } });
  const stackBy = readStack(search.stack);
  const show = (next: View, nextStack: Stack, replace: boolean) =>
    void navigate({
      to: '/apps/$appId/overview',
      params: { appId },
      search: { ...next, ...readLooks(search), stack: nextStack },
      replace,
    });
  if (any.data === undefined || any.isPlaceholderData) {
    return (
      <Page title="Overview">
        {any.error ? <ErrorState error={any.error} retry={() => any.refetch()} /> : <OverviewSkeleton />}
      </Page>
    );
  }
  if (any.data.data.length === 0) {
    return (
      <Page title="Overview">
        <EmptyState title="No interactions yet">
          Send the first one, and see it here a second later.{' '}
          <Link to="/apps/$appId/connect" params={{ appId }} className="text-accent underline">
            Connect your application
          </Link>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title="Overview" roomy>
      <ViewBar view={view} onChange={(next) => show(next, stackBy, false)} />
      <KpiRow appId={appId} view={view} />
      <OverviewCharts
        appId={appId}
        view={view}
        stackBy={stackBy}
        onStack={(next) => show(view, next, true)}
        onPick={(next) => void navigate({ to: '/apps/$appId/interactions', params: { appId }, search: next })}
      />
    </Page>
  );
}

function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      <Skeleton className="h-8 w-72 max-w-full" />
      <Skeleton className="h-28" />
      <Skeleton className="h-72" />
    </div>
  );
}

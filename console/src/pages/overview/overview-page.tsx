import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ReadTogether } from '../../api/read-together.ts';
import { Together, useAsk } from '../../api/use-ask.ts';
import { NoMatches } from '../../filters/no-matches.tsx';
import { ViewBar } from '../../filters/view-bar.tsx';
import { Page } from '../../shell/page.tsx';
import { readLooks } from '../../state/chart-looks.ts';
import { readView, type View } from '../../state/view.ts';
import { EmptyState, ErrorState } from '../../ui/status.tsx';
import { KpiRow } from './kpi-row.tsx';
import { OverviewCharts } from './overview-charts.tsx';
import { choicesOf, overviewSearch } from './overview-search.ts';
import { UnwellStrip } from './unwell-strip.tsx';
import { useFigures } from './use-figures.ts';

const route = getRouteApi('/signed-in/apps/$appId/overview');

/** The overview. Everything on it is asked for in one request, and the figures come first. */
export function OverviewPage() {
  const [together] = useState(() => new ReadTogether());
  return (
    <Together value={together}>
      <Overview />
    </Together>
  );
}

/** A click on a mark opens the interactions behind it. */
function Overview() {
  const { appId } = route.useParams();
  const search = route.useSearch();
  const view = readView(search);
  const { stack, rank, label, score } = search;
  const chosen = { stack, rank, label, score, ...readLooks(search) };
  const navigate = useNavigate();
  const { state, now } = useFigures(appId, view);
  const any = useAsk('GET /v1/interactions', { query: { app: appId, limit: 1 } });
  const show = (search: ReturnType<typeof overviewSearch>, replace: boolean) =>
    void navigate({ to: '/apps/$appId/overview', params: { appId }, search, replace });
  if (any.error && !any.data) {
    return (
      <Page title="Overview">
        <ErrorState error={any.error} retry={() => any.refetch()} />
      </Page>
    );
  }
  if (any.data && !any.isPlaceholderData && any.data.data.length === 0) {
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
  const isEmpty = now('interactions') === 0 && !state.isPlaceholderData;
  const choices = choicesOf(chosen);
  const change = (next: View) => show(overviewSearch(next, chosen), false);
  return (
    <Page title="Overview" roomy>
      <ViewBar view={view} onChange={change} />
      <UnwellStrip appId={appId} />
      <KpiRow appId={appId} view={view} />
      {isEmpty ? (
        <NoMatches view={view} onChange={change} what="interactions" />
      ) : (
        <OverviewCharts
          appId={appId}
          view={view}
          choices={choices}
          onChoose={(next) => show(overviewSearch(view, { ...chosen, ...next }), true)}
          onPick={(next) =>
            void navigate({ to: '/apps/$appId/interactions', params: { appId }, search: next })
          }
        />
      )}
    </Page>
  );
}

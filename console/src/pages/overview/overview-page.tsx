import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useAsk } from '../../api/use-ask.ts';
import { ViewBar } from '../../filters/view-bar.tsx';
import { compact, usd } from '../../lib/format.ts';
import { Page } from '../../shell/page.tsx';
import type { View } from '../../state/view.ts';
import { EmptyState } from '../../ui/status.tsx';
import { BusyHours } from './busy-hours.tsx';
import { DelayChart } from './delay-chart.tsx';
import { KpiRow } from './kpi-row.tsx';
import { NewestErrors } from './newest-errors.tsx';
import { Ranking } from './ranking.tsx';
import { readStack, type Stack } from './stacks.ts';
import { TrafficChart } from './traffic-chart.tsx';
import { useDelays } from './use-delays.ts';
import { useTraffic } from './use-traffic.ts';

const route = getRouteApi('/signed-in/apps/$appId/overview');

/** Everything filters everything: a click on a mark shows the interactions behind it. */
export function OverviewPage() {
  const { appId } = route.useParams();
  const { stack, ...view } = route.useSearch();
  const navigate = useNavigate();
  const any = useAsk('GET /v1/interactions', { query: { app: appId, limit: 1 } });
  const stackBy = readStack(stack);
  const traffic = useTraffic(appId, view, stackBy);
  const delays = useDelays(appId, view);
  const show = (next: View) =>
    void navigate({ to: '/apps/$appId/overview', params: { appId }, search: { ...next, stack: stackBy } });
  const drill = (next: View) =>
    void navigate({ to: '/apps/$appId/interactions', params: { appId }, search: next });
  const restack = (next: Stack) =>
    void navigate({
      to: '/apps/$appId/overview',
      params: { appId },
      search: { ...view, stack: next },
      replace: true,
    });
  if (any.data?.data.length === 0) {
    return (
      <Page title="Overview">
        <EmptyState title="No interactions yet">
          Send the first one, and see it here a second later.{' '}
          <Link to="/apps/$appId/start" params={{ appId }} className="text-accent underline">
            Connect your application
          </Link>
        </EmptyState>
      </Page>
    );
  }
  const part = { appId, view };
  const charts = { view, stackBy, onStack: restack, onPick: drill, traffic };
  return (
    <Page title="Overview" roomy>
      <ViewBar view={view} onChange={show} />
      <KpiRow {...part} />
      <TrafficChart {...charts} measure="interactions" />
      <div className="grid gap-4 xl:grid-cols-2 xl:*:last:odd:col-span-2">
        <DelayChart title="How long do answers take?" delay={delays.latency} view={view} />
        {delays.firstToken.known ? (
          <DelayChart title="How soon do they begin?" delay={delays.firstToken} view={view} />
        ) : null}
        <TrafficChart {...charts} measure="costUsd" />
      </div>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <Ranking
          {...part}
          title="Which models cost most?"
          dimension="model"
          measure="costUsd"
          format={usd}
          none="unknown model"
          onPick={(model) => drill({ ...view, model: [model] })}
        />
        <Ranking
          {...part}
          title="How do answers end?"
          dimension="finishReason"
          measure="interactions"
          format={compact}
          none="not said"
          onPick={(reason) =>
            drill({ ...view, finishReason: [reason as NonNullable<View['finishReason']>[number]] })
          }
        />
        <Ranking
          {...part}
          title="Who asks most?"
          dimension="user"
          measure="interactions"
          format={compact}
          none="not named"
          onPick={(user) => drill({ ...view, user: [user] })}
        />
        <BusyHours {...part} />
        <NewestErrors {...part} />
      </div>
    </Page>
  );
}

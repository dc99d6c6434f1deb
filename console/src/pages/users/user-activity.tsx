import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { colorOf } from '../../charts/colors.ts';
import type { Stack } from '../../charts/query/stacks.ts';
import { useFirstSeen } from '../../charts/use-first-seen.ts';
import { compact } from '../../lib/format.ts';
import type { View } from '../../state/view.ts';
import { KpiRow } from '../overview/kpi-row.tsx';
import { LatestErrors } from '../overview/latest-errors.tsx';
import { Ranking } from '../overview/ranking.tsx';
import { TrafficChart } from '../overview/traffic-chart.tsx';
import { useTraffic } from '../overview/use-traffic.ts';

type Props = {
  appId: string;
  /** A view filtered by the user. */
  view: View;
  stackBy: Stack;
  onStack: (stackBy: Stack) => void;
  /** The width beside the other charts. */
  children: ReactNode;
};

/** A user's interactions, models, cost and errors. */
export function UserActivity({ appId, view, stackBy, onStack, children }: Props) {
  const navigate = useNavigate();
  const traffic = useTraffic(appId, view, stackBy);
  const models = useFirstSeen(appId, 'requestedModel');
  const drill = (search: View) =>
    void navigate({ to: '/apps/$appId/interactions', params: { appId }, search });
  const charts = { view, stackBy, onStack, onPick: drill, traffic };
  return (
    <>
      <KpiRow appId={appId} view={view} without="identifiedUsers" />
      <div className="grid gap-4 xl:grid-cols-2">
        <TrafficChart {...charts} measure="interactions" />
        <TrafficChart {...charts} measure="costUsd" />
      </div>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <Ranking
          appId={appId}
          view={view}
          title="Models"
          dimension="requestedModel"
          measure="interactions"
          head="Interactions"
          formatFor={() => compact}
          none="Not reported"
          colorOf={(model) => colorOf(model, models.order)}
          onPick={(model) => drill({ ...view, requestedModel: [model] })}
        />
        <LatestErrors appId={appId} view={view} />
        {children}
      </div>
    </>
  );
}

import { colorOf } from '../../charts/colors.ts';
import type { Stack } from '../../charts/query/stacks.ts';
import { useFirstSeen } from '../../charts/use-first-seen.ts';
import { compact } from '../../lib/format.ts';
import { exactUsd, usdColumn } from '../../lib/money.ts';
import type { View } from '../../state/view.ts';
import { ActivityByHour } from './activity-by-hour.tsx';
import { DelayChart } from './delay-chart.tsx';
import { slowerThan } from './kpis.ts';
import { LatestErrors } from './latest-errors.tsx';
import type { Choices } from './overview-search.ts';
import { Ranking } from './ranking.tsx';
import type { Rank } from './ranks.ts';
import { ScoreChart } from './score-chart.tsx';
import { TopLabels } from './top-labels.tsx';
import { TopUsers } from './top-users.tsx';
import { TrafficChart } from './traffic-chart.tsx';
import { useDelays } from './use-delays.ts';
import { useTraffic } from './use-traffic.ts';

type Props = {
  appId: string;
  view: View;
  choices: Choices;
  /** Changes a choice; it stays in the address. */
  onChoose: (choices: Partial<Choices>) => void;
  /** Opens the interactions of a view. */
  onPick: (view: View) => void;
};

/** Container queries: the page may be narrower than the window. */
const WIDE = '@[68rem]:col-span-2';

export function OverviewCharts({ appId, view, choices, onChoose, onPick }: Props) {
  const { stack: stackBy, rank, label, score } = choices;
  const traffic = useTraffic(appId, view, stackBy);
  const delays = useDelays(appId, view);
  const models = useFirstSeen(appId, 'requestedModel');
  const part = { appId, view };
  const charts = { view, stackBy, onStack: (stack: Stack) => onChoose({ stack }), onPick, traffic };
  const ranking = { ...part, rank, onRank: (next: Rank) => onChoose({ rank: next }) };
  return (
    <div className="@container flex flex-col gap-4">
      <div className="grid gap-4 @[68rem]:grid-cols-2 @[95rem]:grid-cols-3">
        <TrafficChart {...charts} measure="interactions" className={WIDE} />
        <DelayChart
          title="Latency"
          measure="latencyP95"
          delay={delays.latency}
          view={view}
          onPick={(at, ms) => onPick(ms === null ? at : slowerThan(at, ms))}
        />
        {delays.firstToken.known ? (
          <DelayChart
            title="Time to first token"
            measure="firstTokenP95"
            delay={delays.firstToken}
            view={view}
            onPick={onPick}
            className="@[95rem]:order-last"
          />
        ) : null}
        <TrafficChart
          {...charts}
          measure="costUsd"
          className={delays.firstToken.known ? WIDE : '@[95rem]:col-span-3'}
        />
      </div>
      <div className="contents gap-4 @[44rem]:grid @[44rem]:grid-cols-2 @[68rem]:grid-cols-3">
        <Ranking
          {...part}
          title="Cost by model"
          dimension="requestedModel"
          measure="costUsd"
          head="Cost"
          formatFor={usdColumn}
          exact={exactUsd}
          none="No model named"
          colorOf={(model) => colorOf(model, models.order)}
          onPick={(model) => onPick({ ...view, requestedModel: [model] })}
        />
        <TopUsers {...ranking} />
        <TopLabels {...ranking} label={label} onLabel={(next) => onChoose({ label: next })} onPick={onPick} />
        <Ranking
          {...part}
          title="Finish reasons"
          dimension="finishReason"
          measure="interactions"
          head="Interactions"
          formatFor={() => compact}
          none="Not reported"
          onPick={(reason) =>
            onPick({ ...view, finishReason: [reason as NonNullable<View['finishReason']>[number]] })
          }
        />
        <ActivityByHour {...part} onPick={onPick} className="@[44rem]:col-span-2" />
        <ScoreChart
          {...part}
          score={score}
          onScore={(next) => onChoose({ score: next })}
          onPick={onPick}
          className="@[44rem]:col-span-2 @[68rem]:col-span-3"
        />
        <LatestErrors {...part} className="@[44rem]:col-span-2 @[68rem]:col-span-3" />
      </div>
    </div>
  );
}

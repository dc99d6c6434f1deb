import { AlertLink } from '../../charts/alert-link.tsx';
import { only } from '../../charts/query/picked.ts';
import { colored, NOTHING, stack } from '../../charts/query/series.ts';
import { stackedBy, useQueryOf } from '../../charts/query/use-query.ts';
import { ViewChart } from '../../charts/query/view-chart.tsx';
import { useFirstSeen } from '../../charts/use-first-seen.ts';
import { WhatChangedLink } from '../../charts/what-changed-link.tsx';
import { compact } from '../../lib/format.ts';
import type { View } from '../../state/view.ts';
import { onceColored } from '../overview/use-color-order.ts';
import { errorsIn } from './use-error-groups.ts';

const MODEL = 'requestedModel';

type Props = { appId: string; view: View; onPick: (view: View) => void };

/** Failed calls stacked by model, to tell whether a peak concerns one model or all. */
export function FailedCallsChart({ appId, view, onPick }: Props) {
  const models = useFirstSeen(appId, MODEL);
  const answer = useQueryOf(appId, errorsIn(view), {
    ...stackedBy(MODEL, view),
    measures: ['interactions'],
  });
  const failed = stack(answer.data, MODEL, 'interactions', 'No model named');
  const [data = NOTHING] = colored([failed], models.order);
  return (
    <ViewChart
      title="Failed calls by model"
      aside={
        <>
          <WhatChangedLink measure="interactions" view={errorsIn(view)} />
          <AlertLink measure="errors" view={view} groupBy={MODEL} />
        </>
      }
      view={view}
      data={data}
      state={onceColored(answer, models)}
      kind="bars"
      format={(value) => compact(value ?? 0)}
      onPick={(at, picked) => onPick({ ...at, ...only(MODEL, picked) })}
    />
  );
}

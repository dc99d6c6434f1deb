import { AlertLink } from '../../charts/alert-link.tsx';
import { lines } from '../../charts/query/series.ts';
import { numberIn, useQueryOf } from '../../charts/query/use-query.ts';
import { ViewChart } from '../../charts/query/view-chart.tsx';
import { WhatChangedLink } from '../../charts/what-changed-link.tsx';
import { count, percent, percentAxis } from '../../lib/format.ts';
import { bucketOf, type View } from '../../state/view.ts';

type Props = { appId: string; view: View; onPick: (view: View) => void };

export function ErrorRateChart({ appId, view, onPick }: Props) {
  const answer = useQueryOf(appId, view, { measures: ['errorRate', 'interactions'], bucket: bucketOf(view) });
  const { series, ...times } = lines(answer.data, [['errorRate', 'Error rate']]);
  return (
    <ViewChart
      title="Error rate"
      aside={
        <>
          <WhatChangedLink measure="errorRate" view={view} />
          <AlertLink measure="errorRate" view={view} />
        </>
      }
      view={view}
      data={{ ...times, series: series.map((one) => ({ ...one, color: 'var(--color-bad)' })) }}
      state={answer}
      kind="lines"
      format={percent}
      axisFormat={percentAxis}
      note={{ head: 'Calls', of: (index) => failedOf(answer.data?.rows[index]) }}
      onPick={onPick}
    />
  );
}

function failedOf(row: Record<string, unknown> | undefined): string {
  const calls = numberIn(row, 'interactions') ?? 0;
  const failed = Math.round(calls * (numberIn(row, 'errorRate') ?? 0));
  return `${count(failed)} of ${count(calls)} ${calls === 1 ? 'call' : 'calls'} failed`;
}

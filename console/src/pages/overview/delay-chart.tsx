import type { ExplainedMeasure } from '@parley/contract';
import { AlertLink } from '../../charts/alert-link.tsx';
import { ViewChart } from '../../charts/query/view-chart.tsx';
import { WhatChangedLink } from '../../charts/what-changed-link.tsx';
import { milliseconds, millisecondsAxis } from '../../lib/format.ts';
import type { View } from '../../state/view.ts';
import type { Delay } from './use-delays.ts';

type Props = {
  title: string;
  measure: ExplainedMeasure;
  view: View;
  delay: Delay;
  /** Called with the duration under the pointer, if any. */
  onPick: (view: View, ms: number | null) => void;
  className?: string;
};

/** Percentiles of a duration over time. */
export function DelayChart({ title, measure, view, delay, onPick, className = '' }: Props) {
  return (
    <ViewChart
      title={title}
      aside={
        <>
          <WhatChangedLink measure={measure} view={view} />
          <AlertLink measure={measure} view={view} />
        </>
      }
      view={view}
      {...delay}
      kind="lines"
      format={milliseconds}
      axisFormat={millisecondsAxis}
      onPick={(at, picked) => onPick(at, picked?.value ?? null)}
      className={className}
    />
  );
}

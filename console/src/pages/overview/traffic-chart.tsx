import { AlertLink } from '../../charts/alert-link.tsx';
import { moneyFormats } from '../../charts/query/money-formats.ts';
import { only } from '../../charts/query/picked.ts';
import type { Stack } from '../../charts/query/stacks.ts';
import { ViewChart } from '../../charts/query/view-chart.tsx';
import { WhatChangedLink } from '../../charts/what-changed-link.tsx';
import { compact } from '../../lib/format.ts';
import type { View } from '../../state/view.ts';
import { StackPicker } from './stack-picker.tsx';
import type { Traffic, TrafficMeasure } from './use-traffic.ts';

type Props = {
  view: View;
  stackBy: Stack;
  onStack: (stackBy: Stack) => void;
  onPick: (view: View) => void;
  measure: TrafficMeasure;
  traffic: Traffic;
  className?: string;
};

export function TrafficChart({ view, stackBy, onStack, onPick, measure, traffic, className = '' }: Props) {
  const isCost = measure === 'costUsd';
  return (
    <ViewChart
      title={isCost ? 'Cost' : 'Interactions'}
      aside={
        <>
          <StackPicker view={view} stackBy={stackBy} onStack={onStack} />
          <WhatChangedLink measure={measure} view={view} />
          <AlertLink measure={measure} view={view} />
        </>
      }
      view={view}
      {...traffic[measure]}
      kind="bars"
      {...(isCost
        ? moneyFormats(traffic.costUsd.data)
        : { format: (value: number | null) => compact(value ?? 0) })}
      onPick={(at, picked) => onPick({ ...at, ...only(stackBy, picked) })}
      className={className}
    />
  );
}

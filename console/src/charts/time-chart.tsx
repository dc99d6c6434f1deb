/** Values over time: stacked bars for amounts, lines for values that cannot be summed. */
import { useRef } from 'react';
import { useWidth } from '../lib/use-width.ts';
import { NoData } from './no-data.tsx';
import { TimePlot } from './time-plot.tsx';
import type { TimeChartProps } from './time-series.ts';

const HEIGHT = 220;

export function TimeChart({ height = HEIGHT, ...chart }: TimeChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  return (
    <div ref={ref} className="relative" style={{ minHeight: height }}>
      {isEmpty(chart) ? <NoData /> : width > 0 ? <TimePlot {...chart} width={width} height={height} /> : null}
    </div>
  );
}

/** Amounts of zero are no data; a rate of zero is. */
function isEmpty({ series, kind }: Pick<TimeChartProps, 'series' | 'kind'>): boolean {
  return series.every(({ values }) =>
    values.every((value) => (value ?? null) === null || (kind === 'bars' && value === 0)),
  );
}

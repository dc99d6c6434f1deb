import { useState } from 'react';
import { Legend } from './legend.tsx';
import { TimeChart } from './time-chart.tsx';
import type { TimeChartProps } from './time-series.ts';

/** A chart over time with its legend, which can leave one series alone. */
export function SeriesChart({ series, ...chart }: TimeChartProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  // Another range may not have it.
  const alone = series.some(({ name }) => name === chosen) ? chosen : null;
  return (
    <>
      <TimeChart {...chart} series={alone === null ? series : series.filter(({ name }) => name === alone)} />
      {series.length > 1 ? <Legend items={series} alone={alone} onAlone={setChosen} /> : null}
    </>
  );
}

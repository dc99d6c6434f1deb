import { useState } from 'react';
import { Legend } from './legend.tsx';
import { TimeChart } from './time-chart.tsx';
import type { TimeChartProps } from './time-series.ts';

/** A chart over time with a legend that can isolate one series. */
export function SeriesChart({ series, ...chart }: TimeChartProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  // The isolated series may be absent in another range.
  const alone = series.some(({ name }) => name === chosen) ? chosen : null;
  return (
    <>
      <TimeChart {...chart} series={alone === null ? series : series.filter(({ name }) => name === alone)} />
      {series.length > 1 ? <Legend items={series} alone={alone} onAlone={setChosen} /> : null}
    </>
  );
}

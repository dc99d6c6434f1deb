import { Legend } from './legend.tsx';
import { TimeChart } from './time-chart.tsx';
import type { TimeChartProps } from './time-series.ts';
import { useChartLook } from './use-chart-look.ts';

/** A chart over time with a legend that can isolate one series. */
export function SeriesChart({ title, series, ...chart }: TimeChartProps & { title: string }) {
  const { alone: chosen, setAlone } = useChartLook(title);
  // The isolated series may be absent in another range.
  const alone = series.some(({ name }) => name === chosen) ? chosen : null;
  return (
    <>
      <TimeChart {...chart} series={alone === null ? series : series.filter(({ name }) => name === alone)} />
      {series.length > 1 ? <Legend items={series} alone={alone} onAlone={setAlone} /> : null}
    </>
  );
}

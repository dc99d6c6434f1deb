import type { System } from '@parley/contract';
import { SeriesChart } from '../../charts/series-chart.tsx';
import type { TimeChartProps } from '../../charts/time-series.ts';

type Minute = System['lastHour'][number];

type Props = {
  lastHour: System['lastHour'];
  series: readonly { name: string; color: string; of: (minute: Minute) => number }[];
} & Pick<TimeChartProps, 'format' | 'axisFormat'>;

const HEIGHT = 130;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;

/** The last hour by minute; hidden just after the server started. */
export function LastHourChart({ lastHour, series, ...chart }: Props) {
  if (lastHour.length < 2) return null;
  return (
    <div className="pt-3">
      <SeriesChart
        kind="lines"
        times={lastHour.map(({ at }) => at)}
        series={series.map(({ name, color, of }) => ({ name, color, values: lastHour.map(of) }))}
        {...chart}
        timeLabel={(time) => new Date(time).toLocaleTimeString('en-GB', CLOCK)}
        height={HEIGHT}
      />
    </div>
  );
}

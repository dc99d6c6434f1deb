import type { System } from '@parley/contract';
import { SeriesChart } from '../../charts/series-chart.tsx';

type Minute = System['lastHour'][number];

type Props = {
  lastHour: System['lastHour'];
  series: readonly { name: string; color: string; of: (minute: Minute) => number }[];
  format: (value: number | null) => string;
};

const HEIGHT = 130;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;

/** The last hour by the minute; of a server that has just started there is nothing to draw. */
export function LastHourChart({ lastHour, series, format }: Props) {
  if (lastHour.length < 2) return null;
  return (
    <div className="pt-3">
      <SeriesChart
        kind="lines"
        times={lastHour.map(({ at }) => at)}
        series={series.map(({ name, color, of }) => ({ name, color, values: lastHour.map(of) }))}
        format={format}
        timeLabel={(time) => new Date(time).toLocaleTimeString('en-GB', CLOCK)}
        height={HEIGHT}
      />
    </div>
  );
}

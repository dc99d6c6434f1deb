import type { System } from '@parley/contract';
import { SeriesChart } from '../../charts/series-chart.tsx';
import type { TimeChartProps } from '../../charts/time-series.ts';
import { dateFormat, LOCALE } from '../../lib/locale.ts';
import { timeZoneOf } from '../../state/view.ts';

type Minute = System['lastHour'][number];

type Props = {
  title: string;
  lastHour: System['lastHour'];
  series: readonly { name: string; color: string; of: (minute: Minute) => number }[];
} & Pick<TimeChartProps, 'format' | 'axisFormat'>;

const HEIGHT = 130;
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const MINUTE_MS = 60_000;

/** A minute, from its beginning to its end. */
function minuteText(time: string): string {
  const start = Date.parse(time);
  const [from, to] = [start, start + MINUTE_MS].map((ms) => dateFormat(LOCALE, CLOCK).format(ms));
  return `${from} – ${to}`;
}

/** The last hour by minute; hidden just after the server started. */
export function LastHourChart({ title, lastHour, series, ...chart }: Props) {
  if (lastHour.length < 2) return null;
  return (
    <div className="pt-3">
      <SeriesChart
        title={title}
        kind="lines"
        times={lastHour.map(({ at }) => at)}
        series={series.map(({ name, color, of }) => ({ name, color, values: lastHour.map(of) }))}
        {...chart}
        timeLabel={minuteText}
        timeZone={timeZoneOf({})}
        height={HEIGHT}
      />
    </div>
  );
}

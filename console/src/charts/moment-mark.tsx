/** The crosshair at the moment under the pointer, and its tooltip. */
import { indexOf, useMoment } from './crosshair.ts';
import { type Series, type TimeChartProps, withCalls } from './time-series.ts';
import { TimeTooltip } from './time-tooltip.tsx';

type MarkProps = Pick<TimeChartProps, 'times' | 'kind' | 'series'> & {
  step: number;
  height: number;
  y: (value: number) => number;
};

/** In all charts of the page. */
export function MomentMark({ times, kind, series, step, height, y }: MarkProps) {
  const moment = useMoment();
  const index = moment && indexOf(times, moment.time);
  if (index === null) return null;
  if (kind === 'bars')
    return (
      <rect
        data-crosshair
        x={step * index}
        width={step}
        height={height}
        fill="var(--color-line)"
        fillOpacity={0.6}
      />
    );
  const x = step * (index + 0.5);
  return (
    <g data-crosshair>
      <line x1={x} x2={x} y2={height} stroke="var(--color-line-strong)" />
      {series.map(({ name, color, values }) => {
        const value = values[index] ?? null;
        return value === null ? null : <circle key={name} cx={x} cy={y(value)} r="3.5" fill={color} />;
      })}
    </g>
  );
}

type TooltipProps = Pick<TimeChartProps, 'times' | 'kind' | 'series' | 'format' | 'note' | 'timeLabel'> & {
  chart: string;
  width: number;
  unfinished: number | null;
  x: (index: number) => number;
};

/** In the hovered chart. */
export function MomentTooltip({ chart, times, kind, series, format, note, timeLabel, ...at }: TooltipProps) {
  const moment = useMoment();
  if (moment?.chart !== chart) return null;
  const index = times.indexOf(moment.time);
  if (index === -1) return null;
  const title = timeLabel(moment.time);
  const adds = kind === 'bars' && series.length > 1;
  return (
    <TimeTooltip
      x={at.x(index)}
      width={at.width}
      title={index === at.unfinished ? `${title}, so far` : title}
      rows={rowsOf(series, index, adds).map(({ name, color, value, calls }) => ({
        name,
        color,
        text: withCalls(format(value), calls),
      }))}
      total={adds ? format(series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)) : null}
      note={note?.(index)}
    />
  );
}

/** From top to bottom as drawn; in a stack, zeros are left out. */
function rowsOf(series: readonly Series[], index: number, isStack: boolean) {
  return series
    .map(({ name, color, values, counts }) => ({
      name,
      color,
      value: values[index] ?? null,
      calls: counts?.[index],
    }))
    .filter(({ value }) => !isStack || (value ?? 0) > 0)
    .reverse();
}

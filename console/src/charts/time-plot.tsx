import { type MouseEvent, useEffect, useId } from 'react';
import { Bars, Hatch } from './bars.tsx';
import { pointAt, pointAway } from './crosshair.ts';
import { Lines } from './lines.tsx';
import { MomentMark, MomentTooltip } from './moment-mark.tsx';
import { nearest } from './nearest.ts';
import { FONT_SIZE, textWidth } from './text-width.ts';
import { evenTicks, ticksByClock } from './time-axis.ts';
import type { TimeChartProps } from './time-series.ts';
import { useDrag } from './use-drag.ts';
import { valueScale, valueTicks } from './value-axis.ts';

const TOP = 8;
const RIGHT = 8;
const BOTTOM = 22;
/** Gap between the value labels and the plot, and the edge, in pixels. */
const BESIDE = 8;
const MIN_LEFT = 32;

const AXIS = { fontSize: FONT_SIZE, fill: 'var(--color-ink-3)' } as const;

type Props = TimeChartProps & { width: number; height: number };

/** The SVG of a chart that has data. */
export function TimePlot(props: Props) {
  const { times, series, kind, format, timeLabel, timeZone, unfinished = null } = props;
  const { width, height, onPick, onZoom } = props;
  const id = useId();
  useEffect(() => () => pointAway(id), [id]);
  const innerHeight = height - TOP - BOTTOM;
  const values = kind === 'bars' ? totals(times, series) : series.flatMap((one) => one.values);
  const y = valueScale(values, innerHeight);
  const isWhole = values.every((value) => value === null || Number.isInteger(value));
  const yTicks = valueTicks(y, isWhole, props.axisFormat ?? (() => format));
  const left = Math.max(MIN_LEFT, ...yTicks.map(({ text }) => textWidth(text) + 2 * BESIDE));
  const innerWidth = Math.max(0, width - left - RIGHT);
  const step = innerWidth / Math.max(1, times.length);
  const room = { step, count: times.length, left, right: RIGHT, widthOf: textWidth };
  const xTicks =
    timeZone === undefined ? evenTicks(times, timeLabel, room) : ticksByClock(times, timeZone, room);
  const x = (index: number) => step * (index + 0.5);
  const indexAt = (event: MouseEvent<SVGSVGElement>) => {
    const from = event.currentTarget.getBoundingClientRect().left + left;
    return Math.min(times.length - 1, Math.max(0, Math.floor((event.clientX - from) / (step || 1))));
  };
  const drag = useDrag(indexAt, onZoom);
  const seriesAt = (event: MouseEvent<SVGSVGElement>) => {
    if (kind === 'lines') {
      const at = event.clientY - event.currentTarget.getBoundingClientRect().top - TOP;
      return nearest(series, indexAt(event), at, y);
    }
    return event.target instanceof Element ? event.target.getAttribute('data-series') : null;
  };
  return (
    <>
      <svg
        width={width}
        height={height}
        aria-hidden
        className={`block touch-pan-y select-none ${onPick ? 'cursor-pointer' : ''}`}
        onPointerDown={drag.onPointerDown}
        onPointerUp={drag.onPointerUp}
        onPointerCancel={drag.onPointerCancel}
        onPointerMove={(event) => {
          drag.onPointerMove(event);
          const time = times[indexAt(event)];
          if (time !== undefined) pointAt({ time, chart: id });
        }}
        onPointerLeave={() => pointAway(id)}
        onClick={(event) => {
          if (drag.isClick()) onPick?.(indexAt(event), seriesAt(event));
        }}
      >
        <Hatch id={`${id}hatch`} />
        <g transform={`translate(${left},${TOP})`}>
          {yTicks.map(({ value, text }) => (
            <g key={value} transform={`translate(0,${y(value)})`}>
              <line x2={innerWidth} stroke="var(--color-line)" />
              <text x={-BESIDE} dy="0.32em" textAnchor="end" data-axis="y" {...AXIS}>
                {text}
              </text>
            </g>
          ))}
          <MomentMark times={times} kind={kind} step={step} height={innerHeight} series={series} y={y} />
          {kind === 'bars' ? (
            <Bars
              series={series}
              times={times}
              step={step}
              y={y}
              unfinished={unfinished}
              hatch={`${id}hatch`}
            />
          ) : (
            <Lines series={series} x={x} y={y} unfinished={unfinished} />
          )}
          {drag.selection === null ? null : (
            <rect
              data-selection
              x={step * drag.selection.first}
              width={step * (drag.selection.last - drag.selection.first + 1)}
              height={innerHeight}
              fill="var(--color-accent)"
              fillOpacity={0.15}
              stroke="var(--color-accent)"
            />
          )}
          {xTicks.map(({ index, text }) => (
            <text key={index} x={x(index)} y={innerHeight + 16} textAnchor="middle" data-axis="x" {...AXIS}>
              {text}
            </text>
          ))}
        </g>
      </svg>
      {drag.selection === null ? (
        <MomentTooltip {...props} unfinished={unfinished} chart={id} x={(index) => left + x(index)} />
      ) : null}
    </>
  );
}

function totals(times: readonly string[], series: TimeChartProps['series']): number[] {
  return times.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
}

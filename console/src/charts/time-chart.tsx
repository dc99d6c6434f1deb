/** Values over time: stacked bars for amounts, lines for what cannot be added up. */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useRef, useState } from 'react';
import { useWidth } from '../lib/use-width.ts';
import { TimeTooltip } from './time-tooltip.tsx';

export type Series = { name: string; color: string; values: readonly (number | null)[] };

type Props = {
  times: readonly string[];
  series: readonly Series[];
  kind: 'bars' | 'lines';
  format: (value: number | null) => string;
  timeLabel: (time: string) => string;
  height?: number;
  /** A click on a moment, to see what is behind it. */
  onPick?: (index: number, series: string | null) => void;
};

const MARGIN = { top: 8, right: 4, bottom: 22, left: 52 };

export function TimeChart({ times, series, kind, format, timeLabel, height = 220, onPick }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const [hovered, setHovered] = useState<number | null>(null);
  const inner = {
    width: Math.max(0, width - MARGIN.left - MARGIN.right),
    height: height - MARGIN.top - MARGIN.bottom,
  };
  const totals = times.map((_, i) =>
    kind === 'bars'
      ? series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0)
      : Math.max(0, ...series.map(({ values }) => values[i] ?? 0)),
  );
  const y = scaleLinear()
    .domain([0, Math.max(...totals, 0) || 1])
    .nice(4)
    .range([inner.height, 0]);
  const step = times.length === 0 ? 0 : inner.width / times.length;
  const center = (i: number) => step * (i + 0.5);
  const at = (clientX: number, left: number) =>
    Math.min(times.length - 1, Math.max(0, Math.floor((clientX - left - MARGIN.left) / (step || 1))));
  return (
    <div ref={ref} className="relative">
      {width > 0 ? (
        <svg
          width={width}
          height={height}
          aria-hidden
          className={onPick ? 'cursor-pointer' : ''}
          onPointerMove={(event) =>
            setHovered(at(event.clientX, event.currentTarget.getBoundingClientRect().left))
          }
          onPointerLeave={() => setHovered(null)}
          onClick={(event) => {
            const target = event.target instanceof Element ? event.target.getAttribute('data-series') : null;
            onPick?.(at(event.clientX, event.currentTarget.getBoundingClientRect().left), target);
          }}
        >
          <g transform={`translate(${MARGIN.left},${MARGIN.top})`}>
            {y.ticks(4).map((tick) => (
              <g key={tick} transform={`translate(0,${y(tick)})`}>
                <line x2={inner.width} stroke="var(--color-line)" />
                <text x={-8} dy="0.32em" textAnchor="end" fontSize="11" fill="var(--color-ink-3)">
                  {format(tick)}
                </text>
              </g>
            ))}
            {hovered === null ? null : (
              <rect x={step * hovered} width={step} height={inner.height} fill="var(--color-sunken)" />
            )}
            {kind === 'bars' ? (
              <Bars series={series} times={times} step={step} y={y} />
            ) : (
              series.map(({ name, color, values }) => (
                <Line key={name} color={color} values={values} x={center} y={y} />
              ))
            )}
            {labelled(times.length, inner.width, timeLabel(times[0] ?? '')).map((i) => (
              <text
                key={times[i]}
                x={center(i)}
                y={inner.height + 16}
                textAnchor="middle"
                fontSize="11"
                fill="var(--color-ink-3)"
              >
                {timeLabel(times[i] ?? '')}
              </text>
            ))}
          </g>
        </svg>
      ) : (
        <div style={{ height }} />
      )}
      {hovered === null || times[hovered] === undefined ? null : (
        <TimeTooltip
          x={MARGIN.left + center(hovered)}
          width={width}
          title={timeLabel(times[hovered])}
          rows={series.map(({ name, color, values }) => ({
            name,
            color,
            text: format(values[hovered] ?? null),
          }))}
        />
      )}
    </div>
  );
}

type Scale = (value: number) => number;

function Bars({
  series,
  times,
  step,
  y,
}: {
  series: readonly Series[];
  times: readonly string[];
  step: number;
  y: Scale;
}) {
  const gap = Math.min(4, step * 0.25);
  return times.map((time, i) => {
    let below = 0;
    return (
      <g key={time}>
        {series.map(({ name, color, values }) => {
          const value = values[i] ?? 0;
          const from = below;
          below += value;
          if (value <= 0) return null;
          return (
            <rect
              key={name}
              data-series={name}
              x={step * i + gap / 2}
              width={Math.max(1, step - gap)}
              y={y(below)}
              height={Math.max(0.5, y(from) - y(below))}
              fill={color}
            />
          );
        })}
      </g>
    );
  });
}

function Line({
  color,
  values,
  x,
  y,
}: {
  color: string;
  values: readonly (number | null)[];
  x: Scale;
  y: Scale;
}) {
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, i) => x(i))
    .y((value) => y(value ?? 0))(values);
  const lonely = values.flatMap((value, i) =>
    value !== null && (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null
      ? [[i, value] as const]
      : [],
  );
  return (
    <>
      <path d={path ?? ''} fill="none" stroke={color} strokeWidth="1.75" strokeLinejoin="round" />
      {lonely.map(([i, value]) => (
        <circle key={i} cx={x(i)} cy={y(value)} r="2.5" fill={color} />
      ))}
    </>
  );
}

/** As many labels as fit next to each other; those with an hour are longer. */
function labelled(count: number, width: number, label: string): number[] {
  const fit = Math.max(1, Math.floor(width / (label.length > 8 ? 90 : 60)));
  const every = Math.max(1, Math.ceil(count / fit));
  return Array.from({ length: count }, (_, i) => i).filter((i) => i % every === Math.floor(every / 2));
}

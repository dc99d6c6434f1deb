import { line } from 'd3-shape';
import type { Series } from './time-series.ts';

type Scale = (value: number) => number;
type Props = {
  series: readonly Series[];
  x: Scale;
  y: Scale;
  /** The segment to the current, incomplete bucket is dashed. */
  unfinished: number | null;
};

export function Lines({ series, ...scales }: Props) {
  return series.map((one) => <Line key={one.name} {...one} {...scales} />);
}

function Line({ name, color, values, x, y, unfinished }: Omit<Props, 'series'> & Series) {
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, i) => x(i))
    .y((value) => y(value ?? 0));
  const finished = unfinished === null ? values : values.slice(0, unfinished);
  // Drawn separately, so that the solid line ends where the dashed one begins.
  const last = values.map((value, i) =>
    unfinished !== null && (i === unfinished || i === unfinished - 1) ? value : null,
  );
  const lonely = values.flatMap((value, i) =>
    value !== null && (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null
      ? [{ i, value }]
      : [],
  );
  const stroke = { fill: 'none', stroke: color, strokeWidth: 1.75, strokeLinejoin: 'round' } as const;
  return (
    <g data-series={name}>
      <path d={path(finished) ?? ''} {...stroke} />
      {unfinished === null ? null : (
        <path d={path(last) ?? ''} {...stroke} strokeDasharray="3 3" data-unfinished />
      )}
      {lonely.map(({ i, value }) => (
        <circle key={i} cx={x(i)} cy={y(value)} r="2.5" fill={color} opacity={i === unfinished ? 0.5 : 1} />
      ))}
    </g>
  );
}

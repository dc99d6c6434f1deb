import type { Series } from './time-series.ts';

type Props = {
  series: readonly Series[];
  times: readonly string[];
  step: number;
  y: (value: number) => number;
  /** The bar of the current period, which is incomplete, and the pattern drawn over it. */
  unfinished: number | null;
  hatch: string;
};

/** Stacked bars. */
export function Bars({ series, times, step, y, unfinished, hatch }: Props) {
  const gap = Math.min(4, step * 0.25);
  const width = Math.max(1, step - gap);
  return times.map((time, i) => {
    let below = 0;
    const x = step * i + gap / 2;
    return (
      <g key={time} data-unfinished={i === unfinished || undefined}>
        {series.map(({ name, color, values }) => {
          const value = values[i] ?? 0;
          const from = below;
          below += value;
          if (value <= 0) return null;
          return (
            <rect
              key={name}
              data-series={name}
              x={x}
              width={width}
              y={y(below)}
              height={Math.max(0.5, y(from) - y(below))}
              fill={color}
            />
          );
        })}
        {i === unfinished && below > 0 ? (
          <rect
            x={x}
            width={width}
            y={y(below)}
            height={Math.max(0, y(0) - y(below))}
            fill={`url(#${hatch})`}
            pointerEvents="none"
          />
        ) : null}
      </g>
    );
  });
}

/** Stripes that cover about half of a bar. */
export function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={6} height={6} fill="var(--color-surface)" fillOpacity={0.35} />
        <rect width={3} height={6} fill="var(--color-surface)" fillOpacity={0.6} />
      </pattern>
    </defs>
  );
}

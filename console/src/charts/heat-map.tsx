import { useRef } from 'react';
import { useWidth } from '../lib/use-width.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** The height of a day, in pixels. */
const ROW = 32;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

type Props = { values: ReadonlyMap<string, number>; format: (value: number) => string };

/** Hours of the week; `values` by "day hour", where Monday is 1. */
export function HeatMap({ values, format }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const most = Math.max(...values.values(), 0) || 1;
  const cell = Math.max(0, (width - 36) / 24);
  return (
    <div ref={ref}>
      {width > 0 ? (
        <svg width={width} height={7 * ROW + 20} aria-hidden>
          {DAYS.map((day, row) => (
            <g key={day} transform={`translate(0,${row * ROW})`}>
              <text y={ROW / 2 - 1} dy="0.32em" fontSize="11" fill="var(--color-ink-3)">
                {day}
              </text>
              {HOURS.map((hour) => {
                const value = values.get(`${row + 1} ${hour}`) ?? 0;
                return (
                  <rect
                    key={hour}
                    x={36 + hour * cell}
                    width={Math.max(1, cell - 2)}
                    height={ROW - 2}
                    rx={3}
                    fill={value === 0 ? 'var(--color-sunken)' : 'var(--color-c1)'}
                    fillOpacity={value === 0 ? 1 : 0.15 + 0.85 * (value / most)}
                  >
                    <title>{`${day} ${hour}:00: ${format(value)}`}</title>
                  </rect>
                );
              })}
            </g>
          ))}
          {[0, 6, 12, 18].map((hour) => (
            <text key={hour} x={36 + hour * cell} y={7 * ROW + 14} fontSize="11" fill="var(--color-ink-3)">
              {`${hour}:00`}
            </text>
          ))}
        </svg>
      ) : (
        <div style={{ height: 7 * 22 + 20 }} />
      )}
    </div>
  );
}

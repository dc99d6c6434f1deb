import { useRef } from 'react';
import { firstDayOfWeek } from '../lib/locale.ts';
import { useWidth } from '../lib/use-width.ts';
import { FONT_SIZE } from './text-width.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** From the first day of the reader's week. */
const WEEK = DAYS.map((_, row) => {
  const day = (firstDayOfWeek() - 1 + row) % DAYS.length;
  return { name: DAYS[day], number: day + 1 };
});
/** Height of a row (a day), in pixels. */
const ROW = 32;
const HEIGHT = 7 * ROW + 20;
/** Width of the day names, in pixels. */
const LEFT = 36;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** An hour of the week; Monday is 1. */
export type WeekHour = { day: number; hour: number };

type Props = {
  /** Values by "day hour". */
  values: ReadonlyMap<string, number>;
  format: (value: number) => string;
  /** Called for a click on an hour that has a value. */
  hint: string;
  onPick: (hour: WeekHour) => void;
};

/** Hours of the week. */
export function HeatMap({ values, format, hint, onPick }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const most = Math.max(...values.values(), 0) || 1;
  const cell = Math.max(0, (width - LEFT) / 24);
  return (
    <div ref={ref} style={{ minHeight: HEIGHT }}>
      {width > 0 ? (
        <svg width={width} height={HEIGHT} aria-hidden className="block">
          {WEEK.map(({ name: day, number }, row) => (
            <g key={day} transform={`translate(0,${row * ROW})`}>
              <text y={ROW / 2 - 1} dy="0.32em" fontSize={FONT_SIZE} fill="var(--color-ink-3)">
                {day}
              </text>
              {HOURS.map((hour) => {
                const value = values.get(`${number} ${hour}`) ?? 0;
                const text = `${day} ${clock(hour)}: ${format(value)}`;
                return (
                  <rect
                    key={hour}
                    data-hour={`${number} ${hour}`}
                    x={LEFT + hour * cell}
                    width={Math.max(1, cell - 2)}
                    height={ROW - 2}
                    rx={3}
                    fill={value === 0 ? 'var(--color-sunken)' : 'var(--color-c1)'}
                    fillOpacity={value === 0 ? 1 : 0.15 + 0.85 * (value / most)}
                    className={value === 0 ? '' : 'cursor-pointer hover:stroke-ink'}
                    {...(value === 0 ? {} : { onClick: () => onPick({ day: number, hour }) })}
                  >
                    <title>{value === 0 ? text : `${text}. ${hint}`}</title>
                  </rect>
                );
              })}
            </g>
          ))}
          {[0, 6, 12, 18].map((hour) => (
            <text
              key={hour}
              x={LEFT + hour * cell}
              y={7 * ROW + 14}
              fontSize={FONT_SIZE}
              fill="var(--color-ink-3)"
            >
              {clock(hour)}
            </text>
          ))}
        </svg>
      ) : null}
    </div>
  );
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

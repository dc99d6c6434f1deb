import { useLayoutEffect, useRef } from 'react';
import { Swatch } from './swatch.tsx';

type Row = { name: string; color: string; text: string };

type Props = {
  /** The position of the moment, and the width of the chart. */
  x: number;
  width: number;
  title: string;
  rows: readonly Row[];
  /** The sum of the rows, where they can be summed. */
  total: string | null;
  note: string | undefined;
};

/** Distance from the moment and from the window's edges, in pixels. */
const DISTANCE = 10;

/** Follows the pointer within the window; its contents are in the table, too. */
export function TimeTooltip({ x, width, title, rows, total, note }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current) place(box.current, x, width);
  });
  return (
    <div
      ref={box}
      role="presentation"
      data-tooltip
      className="pointer-events-none absolute top-2 left-0 z-10 flex max-h-[calc(100dvh-20px)] min-w-36 max-w-[calc(100vw-20px)] flex-col overflow-hidden rounded-md border border-line bg-raised px-3 py-2 text-sm shadow-lg"
    >
      <p className="mb-1 font-medium whitespace-nowrap">{title}</p>
      {rows.map(({ name, color, text }) => (
        <p key={name} className="flex items-center justify-between gap-4">
          <span className="flex min-w-0 items-center gap-1.5 text-ink-2">
            <Swatch color={color} />
            <span dir="auto" className="max-w-48 truncate">
              {name}
            </span>
          </span>
          <span className="tabular whitespace-nowrap">{text}</span>
        </p>
      ))}
      {total === null ? null : (
        <p className="mt-1 flex items-center justify-between gap-4 border-t border-line pt-1 font-medium">
          <span>Total</span>
          <span className="tabular whitespace-nowrap">{total}</span>
        </p>
      )}
      {note === undefined ? null : <p className="mt-1 text-ink-3">{note}</p>}
    </div>
  );
}

/** Beside the moment, on the side with more space. */
function place(box: HTMLElement, x: number, width: number): void {
  box.style.transform = '';
  const { left, top, bottom, width: own } = box.getBoundingClientRect();
  const wanted = left + (x > width / 2 ? x - DISTANCE - own : x + DISTANCE);
  const most = document.documentElement.clientWidth - DISTANCE - own;
  const shift = Math.max(DISTANCE, Math.min(wanted, most)) - left;
  const over = Math.max(0, bottom - (window.innerHeight - DISTANCE));
  box.style.transform = `translate(${shift}px, ${-Math.min(over, Math.max(0, top - DISTANCE))}px)`;
}

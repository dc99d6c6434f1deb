import type { KeyboardEvent, PointerEvent } from 'react';
import { MAX_WIDTH, MIN_WIDTH, within } from './column-widths.ts';

type Props = {
  /** The name of the column. */
  name: string;
  width: number;
  /** Called during a drag: rows are not rerendered, only a CSS variable changes. */
  onDrag: (width: number) => void;
  /** Null resets the width. */
  onResize: (width: number | null) => void;
};

const STEP = 16;

/** The right edge of a column head: drag or use the arrow keys to resize, double-click to reset. */
export function ColumnEdge({ name, width, onDrag, onResize }: Props) {
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const edge = event.currentTarget;
    edge.focus();
    edge.setPointerCapture(event.pointerId);
    const [startX, startWidth] = [event.clientX, edge.parentElement?.offsetWidth ?? width];
    let last: number | null = null;
    const move = ({ clientX }: globalThis.PointerEvent) => {
      last = within(startWidth + clientX - startX);
      onDrag(last);
    };
    const end = () => {
      edge.removeEventListener('pointermove', move);
      if (last !== null) onResize(last);
    };
    edge.addEventListener('pointermove', move);
    edge.addEventListener('lostpointercapture', end, { once: true });
  };
  const key = (event: KeyboardEvent<HTMLElement>) => {
    const now = event.currentTarget.parentElement?.offsetWidth ?? width;
    const next = { ArrowLeft: now - STEP, ArrowRight: now + STEP, Home: null }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onResize(next);
  };
  return (
    <hr
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      title="Drag to resize, double-click to reset"
      tabIndex={0}
      onPointerDown={press}
      onDoubleClick={() => onResize(null)}
      onKeyDown={key}
      className="absolute top-0 right-0 m-0 h-full w-2 cursor-col-resize touch-none border-0 after:absolute after:inset-y-2 after:right-0 after:w-px after:bg-line outline-none hover:after:w-0.5 hover:after:bg-accent focus-visible:after:inset-y-0 focus-visible:after:w-1 focus-visible:after:bg-accent"
    />
  );
}

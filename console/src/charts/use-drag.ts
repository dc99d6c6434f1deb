/** Dragging over a chart selects a range. A short drag is a click; Escape cancels. */
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** The selected buckets, by index. */
export type Selection = { first: number; last: number };

type Event = PointerEvent<SVGSVGElement>;

/** Minimum length of a drag, in pixels. */
const CLICK = 6;

export function useDrag(
  indexAt: (event: MouseEvent<SVGSVGElement>) => number,
  onSelect: ((selection: Selection) => void) | undefined,
) {
  const [selection, setSelection] = useState<Selection | null>(null);
  const start = useRef<{ x: number; index: number } | null>(null);
  /** Whether the next click event ends a drag. */
  const dragged = useRef(false);
  const isDragging = selection !== null;
  useEffect(() => {
    if (!isDragging) return;
    const cancel = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      start.current = null;
      setSelection(null);
    };
    window.addEventListener('keydown', cancel);
    return () => window.removeEventListener('keydown', cancel);
  }, [isDragging]);
  const selectedAt = (event: Event): Selection | null => {
    const from = start.current;
    if (!from || !dragged.current) return null;
    const index = indexAt(event);
    return { first: Math.min(from.index, index), last: Math.max(from.index, index) };
  };
  const end = () => {
    start.current = null;
    setSelection(null);
  };
  return {
    selection,
    isClick: () => !dragged.current,
    onPointerDown(event: Event) {
      dragged.current = false;
      if (onSelect && event.button === 0 && event.isPrimary)
        start.current = { x: event.clientX, index: indexAt(event) };
    },
    onPointerMove(event: Event) {
      if (!start.current) return;
      if (!dragged.current && Math.abs(event.clientX - start.current.x) >= CLICK) {
        dragged.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      setSelection(selectedAt(event));
    },
    onPointerUp(event: Event) {
      const selected = selectedAt(event);
      end();
      if (selected) onSelect?.(selected);
    },
    /** Touch scrolling is no drag. */
    onPointerCancel: end,
  };
}

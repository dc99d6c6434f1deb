import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { NARROWEST, widest } from './panel-width.ts';

type Props = {
  panel: RefObject<HTMLElement | null>;
  /** The current width. */
  width: number;
  /** Null resets the width. */
  onChange: (width: number | null) => void;
};

/** Step of the arrow keys, in pixels. */
const STEP = 32;

/** The left edge of the panel: drag or use the arrow keys to resize, double-click to reset. */
export function ResizeHandle({ panel, width, onChange }: Props) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !panel.current) return;
    onChange(panel.current.getBoundingClientRect().right - event.clientX);
  };
  const press = (event: KeyboardEvent) => {
    // The last render may be older than the current drag.
    const now = panel.current?.offsetWidth ?? width;
    const next = {
      ArrowLeft: now + STEP,
      ArrowRight: now - STEP,
      Home: NARROWEST,
      End: widest(panel.current),
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved.
    <div
      role="separator"
      aria-label="Width of the panel"
      aria-orientation="vertical"
      aria-valuemin={NARROWEST}
      aria-valuemax={widest(panel.current)}
      aria-valuenow={width}
      tabIndex={0}
      title="Drag to resize, double-click to reset"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onKeyDown={press}
      onDoubleClick={() => onChange(null)}
      className="absolute inset-y-2 -left-2.5 w-4 cursor-col-resize touch-none rounded-full after:absolute after:inset-y-0 after:left-1.5 after:w-1 after:rounded-full hover:after:bg-line-strong focus-visible:after:bg-accent active:after:bg-accent"
    />
  );
}

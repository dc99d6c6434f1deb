import { useState } from 'react';
import type { ColumnName } from './columns.tsx';

const KEY = 'interaction column widths';

export const MIN_WIDTH = 48;
export const MAX_WIDTH = 1200;

export type Widths = Partial<Record<ColumnName, number>>;

/** Widths of resized columns in this browser, in pixels. */
export function useColumnWidths() {
  const [widths, setWidths] = useState(read);
  /** Without a width, the column is reset. */
  const resize = (name: ColumnName, width: number | null) => {
    const { [name]: _, ...others } = widths;
    const next = width === null ? others : { ...others, [name]: within(width) };
    localStorage.setItem(KEY, JSON.stringify(next));
    setWidths(next);
  };
  return { widths, resize };
}

export function within(width: number): number {
  return Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)));
}

/** The stored value may be malformed. */
function read(): Widths {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return Object.fromEntries(
      Object.entries(kept ?? {}).filter(([, width]) => typeof width === 'number' && within(width) === width),
    );
  } catch {
    return {};
  }
}

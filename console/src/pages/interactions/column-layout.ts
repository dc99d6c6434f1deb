/**
 * Column widths as CSS variables of the table, so that dragging an edge
 * changes one of them without rerendering rows.
 */
import type { CSSProperties } from 'react';
import type { Widths } from './column-widths.ts';
import { type ColumnName, isColumn, NAMES, sizeOf, TEXTS } from './columns.tsx';

const variable = (index: number) => `--column-${index}`;

/** Text columns share the remaining width, unless the reader has resized them. */
export function layoutOf(names: readonly string[], widths: Widths) {
  const known = names.filter(isColumn);
  const takesRest = known.map((name) => TEXTS.has(name) && widths[name] === undefined);
  const all = `calc(${known.map((_, i) => `var(${variable(i)})`).join(' + ')})`;
  const table: CSSProperties & Record<`--${string}`, string> = {
    // Without a flexible column, the table would stretch all columns.
    ...(takesRest.includes(true) ? {} : { width: all }),
    minWidth: all,
  };
  for (const [i, name] of known.entries())
    table[`--column-${i}`] = widths[name] === undefined ? lengthOf(name) : `${widths[name]}px`;
  const columns = takesRest.map((rest, i): CSSProperties => (rest ? {} : { width: `var(${variable(i)})` }));
  return { table, columns };
}

/** Names are wider in a large window. */
function lengthOf(name: ColumnName): string {
  const size = sizeOf(name);
  return NAMES.has(name) ? `clamp(${size}px, ${Math.round(size / 14)}vw, ${1.6 * size}px)` : `${size}px`;
}

/** The layout during a drag, the same as `layoutOf` returns afterwards. */
export function drag(table: HTMLTableElement | null, index: number, width: number): void {
  if (!table) return;
  table.style.setProperty(variable(index), `${width}px`);
  const columns = [...table.querySelectorAll('col')];
  columns[index]?.style.setProperty('width', `var(${variable(index)})`);
  if (columns.every(({ style }) => style.width !== '')) table.style.width = table.style.minWidth;
}

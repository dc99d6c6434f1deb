/**
 * How wide columns are, for the browser to lay out: each width is a variable of the table, so that dragging an edge
 * changes one of them and draws no row again.
 */
import type { CSSProperties } from 'react';
import type { Widths } from './column-widths.ts';
import { type ColumnName, isColumn, NAMES, sizeOf, TEXTS } from './columns.tsx';

const variable = (index: number) => `--column-${index}`;

/** The texts take what the others leave, unless somebody has made them as wide as they want them. */
export function layoutOf(names: readonly string[], widths: Widths) {
  const known = names.filter(isColumn);
  const takesRest = known.map((name) => TEXTS.has(name) && widths[name] === undefined);
  const all = `calc(${known.map((_, i) => `var(${variable(i)})`).join(' + ')})`;
  const table: CSSProperties & Record<`--${string}`, string> = {
    // Where nothing takes the rest, wider columns would all be wider than they should be.
    ...(takesRest.includes(true) ? {} : { width: all }),
    minWidth: all,
  };
  for (const [i, name] of known.entries())
    table[`--column-${i}`] = widths[name] === undefined ? lengthOf(name) : `${widths[name]}px`;
  const columns = takesRest.map((rest, i): CSSProperties => (rest ? {} : { width: `var(${variable(i)})` }));
  return { table, columns };
}

/** Names have more room in a large window. */
function lengthOf(name: ColumnName): string {
  const size = sizeOf(name);
  return NAMES.has(name) ? `clamp(${size}px, ${Math.round(size / 14)}vw, ${1.6 * size}px)` : `${size}px`;
}

/** While an edge is dragged: as `layoutOf` will have it when that is over. */
export function drag(table: HTMLTableElement | null, index: number, width: number): void {
  if (!table) return;
  table.style.setProperty(variable(index), `${width}px`);
  const columns = [...table.querySelectorAll('col')];
  columns[index]?.style.setProperty('width', `var(${variable(index)})`);
  if (columns.every(({ style }) => style.width !== '')) table.style.width = table.style.minWidth;
}

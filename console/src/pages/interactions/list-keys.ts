import type { KeyboardEvent } from 'react';
import type { Row } from './row.ts';

type Options = {
  rows: readonly Row[];
  selected: string | undefined;
  /** Height of a row, in pixels. */
  height: number;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
  /** Opens the filter menu of a row. */
  onFilter: (row: Row) => void;
};

/** Arrows, Page up and down, Home and End move the selection; Enter opens it, and F filters by its values. */
export function listKeys({ rows, selected, height, onSelect, onOpen, onFilter }: Options) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Column heads handle their own keys.
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' && selected !== undefined) onOpen(selected);
    const at = rows.findIndex(({ id }) => id === selected);
    const row = rows[at];
    if (event.key === 'f' && row) {
      event.preventDefault();
      onFilter(row);
      return;
    }
    const page = Math.max(1, Math.floor((event.currentTarget.parentElement?.clientHeight ?? 0) / height) - 2);
    const next = {
      ArrowDown: at + 1,
      ArrowUp: at < 0 ? 0 : at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(rows.length - 1, next));
    const to = rows[index];
    if (to) onSelect(to.id);
  };
}

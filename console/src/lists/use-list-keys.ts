/**
 * The keys of a list: `j`, `k` and arrows move, `x` selects, with Shift they select a range, Escape clears the
 * selection. Letters work without the focus, too: then they are those of the first list of the page.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { isTyping } from '../filters/search-box.tsx';
import { moveTo, plainKey } from './list-moves.ts';
import type { ListSelection } from './use-selection.ts';

export type ListKeys = {
  list: RefObject<HTMLElement | null>;
  /** The keys of its rows, in order. */
  listed: readonly string[];
  current: () => string | undefined;
  /** Makes a row the current one, and focuses the list. */
  onMove: (key: string) => void;
  /** Null for a list without a selection. */
  selection: ListSelection | null;
  /** Selects the current row; for rows with a check box of another meaning. */
  onPick?: (key: string) => void;
  /** Rows per screen, in a list that scrolls by itself. */
  screen?: () => number;
  /** Other keys for the current row, while the list has the focus. */
  others?: Readonly<Record<string, (key: string) => void>>;
  /** Whether a panel beside it has `j`, `k` and Escape. */
  hasPanel?: boolean;
};

/** Lists with rows that can be opened. */
const LISTS = '[data-list=rows], [data-list]:has([data-row])';

export function useListKeys(options: ListKeys): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => handle(latest.current, event);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function handle(options: ListKeys, event: KeyboardEvent): void {
  const { list, listed, selection, hasPanel = false } = options;
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (!list.current || !(target instanceof Element)) return;
  // Open dialogs and popovers get the keys.
  if (document.querySelector('dialog[open], :popover-open')) return;
  const focused = list.current.contains(target) && !target.closest('thead');
  const typing = isTyping(event) && !(focused && target.matches('input[type=checkbox]'));
  if (typing || !(focused || isMeant(list.current, event))) return;

  const key = plainKey(event.key);
  const current = options.current();
  if (key === 'Escape') {
    if (hasPanel || !selection || selection.keys.length === 0) return;
    event.preventDefault();
    selection.clear();
    return;
  }
  if (key === 'x' && current !== undefined) {
    event.preventDefault();
    (options.onPick ?? selection?.toggle)?.(current);
    return;
  }
  // Shift is part of typing `+`, and of nothing else here.
  const isPlain = !event.shiftKey || event.key === '+';
  const other = focused && isPlain ? options.others?.[event.key] : undefined;
  if (other && current !== undefined) {
    event.preventDefault();
    other(current);
    return;
  }
  const isRange = event.shiftKey && selection !== null;
  if (hasPanel && !isRange && (key === 'j' || key === 'k')) return;
  const at = current === undefined ? -1 : listed.indexOf(current);
  const to = listed[moveTo(event.key, at, listed.length, options.screen?.() ?? null) ?? -1];
  if (to === undefined) return;
  event.preventDefault();
  if (isRange) selection.extend(current ?? to, to);
  options.onMove(to);
}

/** Whether a key that was pressed outside of all lists is meant for this one. */
function isMeant(list: HTMLElement, { key, target }: KeyboardEvent): boolean {
  if (key.length > 1 && key !== 'Escape') return false;
  const elsewhere = target instanceof Element && target.closest('[data-list]') !== null;
  return !elsewhere && document.querySelector(LISTS) === list;
}

import { type RefObject, useRef } from 'react';

/** The current row of a table is the one with the focus, on its link or button with `data-row`. */
export function useRowFocus(list: RefObject<HTMLElement | null>) {
  /** The row that had the focus last. */
  const last = useRef<string>(undefined);
  const rowOf = (key: string) =>
    list.current?.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(key)}"]`);
  const current = (): string | undefined => {
    const focused = document.activeElement?.closest<HTMLElement>('tr[data-key]');
    if (focused && list.current?.contains(focused)) last.current = focused.dataset.key;
    // It may have left the list.
    return last.current !== undefined && rowOf(last.current) ? last.current : undefined;
  };
  const focus = (key: string) => {
    last.current = key;
    rowOf(key)?.querySelector<HTMLElement>('[data-row]')?.focus();
  };
  /** Presses the row's check box, if it has one. */
  const press = (key: string) =>
    rowOf(key)?.querySelector<HTMLElement>('input[data-pick], [data-pick] input')?.click();
  return { current, focus, press };
}

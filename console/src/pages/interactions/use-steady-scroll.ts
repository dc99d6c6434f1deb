import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Keeps the scroll position of the visible rows when rows are inserted above. */
export function useSteadyScroll(
  scroller: RefObject<HTMLElement | null>,
  fresh: number,
  rowHeight: number,
): void {
  const before = useRef(fresh);
  useLayoutEffect(() => {
    const came = fresh - before.current;
    before.current = fresh;
    const element = scroller.current;
    if (came > 0 && element && element.scrollTop > rowHeight) element.scrollTop += came * rowHeight;
  }, [scroller, fresh, rowHeight]);
}

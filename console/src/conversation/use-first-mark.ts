import { type RefObject, useEffect } from 'react';

/** Scrolls to the first mark, again when `layout` changes: what is loaded later moves it. */
export function useFirstMark(within: RefObject<HTMLElement | null>, searched: boolean, layout: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `layout` stands for what is on screen.
  useEffect(() => {
    if (!searched) return;
    const marks = [...(within.current?.querySelectorAll('mark') ?? [])];
    marks.find((mark) => mark.checkVisibility())?.scrollIntoView({ block: 'center' });
  }, [within, searched, layout]);
}

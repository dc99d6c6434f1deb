import { useEffect } from 'react';

/** Scrolls to the first visible mark in `within`, again when `layout` changes: what is loaded later moves it. */
export function useFirstMark(within: string | null, layout: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `layout` stands for what is on screen.
  useEffect(() => {
    if (within === null) return;
    const marks = [...document.querySelectorAll(`${within} mark`)];
    marks.find((mark) => mark.checkVisibility())?.scrollIntoView({ block: 'center' });
  }, [within, layout]);
}

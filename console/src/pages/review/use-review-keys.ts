import { useEffect, useRef } from 'react';

/** Handles keys while neither a text is being written nor a dialog is open. */
export function useReviewKeys(press: (key: string) => boolean): void {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog[open]') || isWriting(event.target)) return;
      if (event.key === 'Enter' && isControl(event.target)) return;
      if (latest.current(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', down);
    return () => document.removeEventListener('keydown', down);
  }, []);
}

/** Radio buttons are not written in. */
function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('textarea, input:not([type=radio])');
}

/** Enter has its own meaning there. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('button, a, summary');
}

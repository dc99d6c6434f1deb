import { type RefObject, useEffect, useRef } from 'react';
import { isTyping } from '../filters/search-box.tsx';

export type ScoreKey = '+' | '-' | 'c';

export function scoreKeyOf({ key }: { key: string }): ScoreKey | null {
  return key === '+' || key === '-' || key === 'c' ? key : null;
}

/** What has the keys of a part of a page while the focus is in it. */
const KEYED = '[data-scored]';

/**
 * The keys `+`, `-` and `c`: of what a page or panel shows, or of a part of it while the focus is in that part, which
 * is the closest element with `data-scored`. Null: it has no keys.
 */
export function useScoreKeys(
  box: RefObject<HTMLElement | null>,
  of: 'page' | 'focus',
  onKey: ((key: ScoreKey) => void) | null,
): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = scoreKeyOf(event);
      if (!key || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (!latest.current || event.defaultPrevented || isTyping(event)) return;
      if (document.querySelector(':popover-open')) return;
      // Of open dialogs, only the one around it.
      const dialog = document.querySelector('dialog[open]');
      if (dialog && !dialog.contains(box.current)) return;
      const part = event.target instanceof Element ? event.target.closest(KEYED) : null;
      if (of === 'focus' ? !part?.contains(box.current) : part !== null) return;
      event.preventDefault();
      latest.current(key);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [box, of]);
}

import { type RefObject, useCallback, useState } from 'react';

const KEY = 'interaction panel width';
/** Minimum widths of the panel and of the list, in pixels. */
export const NARROWEST = 420;
const LIST = 320;

/** The panel's width in this browser; null by default. */
export function usePanelWidth(panel: RefObject<HTMLElement | null>) {
  const [chosen, setChosen] = useState(read);
  const choose = useCallback(
    (asked: number | null) => {
      const next =
        asked === null ? null : Math.round(Math.max(NARROWEST, Math.min(widest(panel.current), asked)));
      if (next === null) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, String(next));
      setChosen(next);
    },
    [panel],
  );
  return { chosen, choose };
}

/** Clamps the width, so that the list keeps its minimum. */
export function widest(panel: HTMLElement | null): number {
  return Math.max(NARROWEST, (panel?.parentElement?.clientWidth ?? window.innerWidth) - LIST);
}

function read(): number | null {
  const kept = Number(localStorage.getItem(KEY));
  return Number.isFinite(kept) && kept >= NARROWEST ? kept : null;
}

import { type RefObject, useCallback, useState } from 'react';

const KEY = 'interaction panel width';
/** In pixels: a conversation needs the one, the list beside it the other. */
export const NARROWEST = 420;
const LIST = 320;

/** How wide the panel is in this browser; null until somebody has said so. */
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

/** As wide as leaves room for the list. */
export function widest(panel: HTMLElement | null): number {
  return Math.max(NARROWEST, (panel?.parentElement?.clientWidth ?? window.innerWidth) - LIST);
}

function read(): number | null {
  const kept = Number(localStorage.getItem(KEY));
  return Number.isFinite(kept) && kept >= NARROWEST ? kept : null;
}

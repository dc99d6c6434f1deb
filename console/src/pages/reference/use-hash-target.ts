import { useEffect } from 'react';

/** Scrolls to the element in the hash, once `ready` and whenever it changes. `reveal` shows one that is hidden. */
export function useHashTarget(ready: boolean, reveal: (id: string) => void): void {
  useEffect(() => {
    if (!ready) return;
    const show = () => {
      const id = decodeURIComponent(window.location.hash.slice(1));
      if (id === '') return;
      if (!document.getElementById(id)) reveal(id);
      requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView());
    };
    show();
    window.addEventListener('hashchange', show);
    return () => window.removeEventListener('hashchange', show);
  }, [ready, reveal]);
}

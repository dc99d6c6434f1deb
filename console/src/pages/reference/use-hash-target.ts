import { useEffect } from 'react';

/** Scrolls to the element that the address names, once `ready`, and when another one is named. `reveal` unhides it first. */
export function useHashTarget(ready: boolean, reveal: () => void): void {
  useEffect(() => {
    if (!ready) return;
    const show = () => {
      const id = decodeURIComponent(window.location.hash.slice(1));
      if (id === '') return;
      if (!document.getElementById(id)) reveal();
      requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView());
    };
    show();
    window.addEventListener('hashchange', show);
    return () => window.removeEventListener('hashchange', show);
  }, [ready, reveal]);
}

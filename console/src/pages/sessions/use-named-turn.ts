import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

export function turnId(number: number): string {
  return `turn-${number}`;
}

/** The turn in the hash, as in `#turn-3`: loads pages until it is there, and scrolls to it. */
export function useNamedTurn(loaded: number, pages: Pages): number | null {
  const hash = useLocation({ select: (location) => location.hash });
  const named = Number(/^turn-(\d{1,6})$/.exec(hash)?.[1] ?? 0);
  const shown = useRef(0);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  useEffect(() => {
    if (named === 0 || shown.current === named) return;
    if (named <= loaded) {
      shown.current = named;
      document.getElementById(turnId(named))?.scrollIntoView();
    } else if (hasNextPage && !isFetchingNextPage) fetchNextPage();
  }, [named, loaded, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return named === 0 ? null : named;
}

import { useLocation, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readView, type View } from './view.ts';

/** The last view of each application, until the window is closed. */
const last = new Map<string, View>();

/** Pages that have a view, which may be empty. */
const HAS_VIEW = /^\/apps\/[^/]+\/(overview|interactions|sessions|users|models|errors)$/;

/**
 * The view that links to other pages carry: that of the address or, on pages without a view such as settings,
 * the last one.
 */
export function useCarriedView(appId: string | undefined): View {
  const { pathname } = useLocation();
  const view = readView(useSearch({ strict: false }));
  const isLookedAt = HAS_VIEW.test(pathname) || Object.keys(view).length > 0;
  useEffect(() => {
    if (appId !== undefined && isLookedAt) last.set(appId, view);
  });
  return isLookedAt || appId === undefined ? view : (last.get(appId) ?? view);
}

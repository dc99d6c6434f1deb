import { useLocation, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readView, type View } from './view.ts';

/** The last view of each application, for as long as the window is open. */
const last = new Map<string, View>();

/** Pages that show what they do by a view, which may be none. */
const HAS_VIEW = /^\/apps\/[^/]+\/(overview|interactions|sessions|users|models|errors)$/;

/**
 * What goes along from page to page: what the address says or, on pages that have no view of their own such as
 * settings, what was looked at last.
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

import { useLocation, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { APP_PAGES } from '../pages/page-list.ts';
import { pageAt } from '../shell/page-link.ts';
import { readView, type View } from './view.ts';

/** The last view of each application, until the window is closed. */
const last = new Map<string, View>();

/** Whether the page at an address keeps a view; no filters and the default range are a view, too. */
function keepsView(pathname: string): boolean {
  const at = pageAt(pathname);
  return at !== undefined && at.rest === undefined && APP_PAGES[at.name].keepsView;
}

/**
 * The view that links to other pages carry: that of the address or, on pages without one such as Settings,
 * the last one of the application.
 */
export function useCarriedView(appId: string | undefined): View {
  const { pathname } = useLocation();
  const view = readView(useSearch({ strict: false }));
  const hasView = keepsView(pathname) || Object.keys(view).length > 0;
  useEffect(() => {
    if (appId !== undefined && hasView) last.set(appId, view);
  });
  return hasView || appId === undefined ? view : (last.get(appId) ?? view);
}

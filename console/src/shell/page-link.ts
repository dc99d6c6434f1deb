import { type LinkOptions, linkOptions } from '@tanstack/react-router';
import { APP_PAGES, type AppPageName, isAppPageName } from '../pages/page-list.ts';
import type { View } from '../state/view.ts';

/** The link to a page of an application, with the view where the page keeps one. */
export function pageLink(name: AppPageName, appId: string, view: View): LinkOptions {
  const { path, keepsView } = APP_PAGES[name];
  return linkOptions({
    to: `/apps/$appId/${path}`,
    params: { appId, section: 'general' },
    search: keepsView ? view : {},
  });
}

/**
 * The page of an application at an address, with the rest of the path: a single session is a part of
 * Sessions.
 */
export function pageAt(pathname: string): { name: AppPageName; rest: string | undefined } | undefined {
  const [, apps, , name = '', rest] = pathname.split('/');
  return apps === 'apps' && isAppPageName(name) ? { name, rest } : undefined;
}

/** The pages of an application: from here come the sidebar, the command palette and the keys that lead to them. */
import { type LinkOptions, linkOptions } from '@tanstack/react-router';
import type { View } from '../state/view.ts';
import type { IconName } from '../ui/icon.tsx';

export const PAGE_GROUPS = ['Explore', 'Operate', 'Set up'] as const;

export type AppPage = {
  title: string;
  /** Its address below that of the application, up to the next slash. */
  path: string;
  icon: IconName;
  group: (typeof PAGE_GROUPS)[number];
  /** Pressed after `g`. */
  key: string;
  /** Other words that people look for it by. */
  words?: string;
  link: (appId: string, view: View) => LinkOptions;
};

export const APP_PAGES: readonly AppPage[] = [
  {
    title: 'Overview',
    path: 'overview',
    icon: 'overview',
    group: 'Explore',
    key: 'o',
    words: 'dashboard charts',
    link: (appId, search) => linkOptions({ to: '/apps/$appId/overview', params: { appId }, search }),
  },
  {
    title: 'Interactions',
    path: 'interactions',
    icon: 'interactions',
    group: 'Explore',
    key: 'i',
    words: 'log calls requests',
    link: (appId, search) => linkOptions({ to: '/apps/$appId/interactions', params: { appId }, search }),
  },
  {
    title: 'Sessions',
    path: 'sessions',
    icon: 'sessions',
    group: 'Explore',
    key: 's',
    words: 'conversations',
    link: (appId, search) => linkOptions({ to: '/apps/$appId/sessions', params: { appId }, search }),
  },
  {
    title: 'Users',
    path: 'users',
    icon: 'users',
    group: 'Explore',
    key: 'u',
    link: (appId, search) => linkOptions({ to: '/apps/$appId/users', params: { appId }, search }),
  },
  {
    title: 'Models',
    path: 'models',
    icon: 'models',
    group: 'Explore',
    key: 'm',
    words: 'compare cost',
    link: (appId, search) => linkOptions({ to: '/apps/$appId/models', params: { appId }, search }),
  },
  {
    title: 'Errors',
    path: 'errors',
    icon: 'errors',
    group: 'Explore',
    key: 'e',
    words: 'failures',
    link: (appId, search) => linkOptions({ to: '/apps/$appId/errors', params: { appId }, search }),
  },
  {
    title: 'Ingestion',
    path: 'intake',
    icon: 'ingestion',
    group: 'Operate',
    key: 'n',
    words: 'intake ledger rejections rejected payloads replay',
    link: (appId) => linkOptions({ to: '/apps/$appId/intake', params: { appId } }),
  },
  {
    title: 'Connect',
    path: 'start',
    icon: 'connect',
    group: 'Set up',
    key: 'c',
    words: 'sdk snippets opentelemetry keys start',
    link: (appId) => linkOptions({ to: '/apps/$appId/start', params: { appId } }),
  },
  {
    title: 'Settings',
    path: 'settings',
    icon: 'settings',
    group: 'Set up',
    key: 't',
    words: 'api keys read tokens prices retention data',
    link: (appId) =>
      linkOptions({ to: '/apps/$appId/settings/$section', params: { appId, section: 'general' } }),
  },
];

/** The page of an application that an address is of; what is inside a page counts as the page. */
export function pageAt(pathname: string): AppPage | undefined {
  const [, apps, , path] = pathname.split('/');
  return apps === 'apps' ? APP_PAGES.find((page) => page.path === path) : undefined;
}

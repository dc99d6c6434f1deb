/**
 * All pages behind the sign-in. The router, the sidebar, the command palette, the keyboard shortcuts, saved
 * views and the view that is carried from page to page derive from this list.
 */
import type { ViewPage } from '@parley/contract';
import type { IconName } from '../ui/icon.tsx';

type Page = {
  title: string;
  /** The path of its route; for a page of an application, below the application. */
  path: string;
  icon: IconName;
  /** Other words that people search for it by. */
  words?: string;
};

export type AppPage = Page & {
  group: 'Explore' | 'Operate' | 'Set up';
  /** The shortcut is `g`, then this key. */
  key: string;
  /** Whether its address has the view: range and filters. */
  keepsView: boolean;
  /** Whether its view can be saved under a name. */
  savable: boolean;
};

/** The first segment of the path is the page's name, and the savable pages are those that the API knows. */
type Consistent<T> = {
  [Name in keyof T]: AppPage & {
    path: Name | `${Name & string}/${string}`;
    savable: Name extends ViewPage ? true : false;
  };
};

function consistent<const T extends Consistent<T> & Record<ViewPage, AppPage>>(pages: T): T {
  return pages;
}

/** The pages of an application, in the order of the sidebar. */
export const APP_PAGES = consistent({
  overview: {
    title: 'Overview',
    path: 'overview',
    icon: 'overview',
    group: 'Explore',
    key: 'o',
    words: 'dashboard charts',
    keepsView: true,
    savable: true,
  },
  interactions: {
    title: 'Interactions',
    path: 'interactions',
    icon: 'interactions',
    group: 'Explore',
    key: 'i',
    words: 'log calls requests',
    keepsView: true,
    savable: true,
  },
  sessions: {
    title: 'Sessions',
    path: 'sessions',
    icon: 'sessions',
    group: 'Explore',
    key: 's',
    words: 'conversations',
    keepsView: true,
    savable: true,
  },
  users: {
    title: 'Users',
    path: 'users',
    icon: 'users',
    group: 'Explore',
    key: 'u',
    keepsView: true,
    savable: true,
  },
  models: {
    title: 'Models',
    path: 'models',
    icon: 'models',
    group: 'Explore',
    key: 'm',
    words: 'compare cost',
    keepsView: true,
    savable: true,
  },
  prompts: {
    title: 'Prompts',
    path: 'prompts',
    icon: 'prompts',
    group: 'Explore',
    key: 'p',
    words: 'system text tools versions',
    keepsView: true,
    savable: true,
  },
  errors: {
    title: 'Errors',
    path: 'errors',
    icon: 'errors',
    group: 'Explore',
    key: 'e',
    words: 'failures',
    keepsView: true,
    savable: true,
  },
  monitors: {
    title: 'Monitors',
    path: 'monitors',
    icon: 'monitors',
    group: 'Operate',
    key: 'a',
    words: 'alerts budgets thresholds notifications',
    keepsView: false,
    savable: false,
  },
  reports: {
    title: 'Reports',
    path: 'reports',
    icon: 'reports',
    group: 'Operate',
    key: 'd',
    words: 'email slack daily weekly monthly digest',
    keepsView: false,
    savable: false,
  },
  review: {
    title: 'Review',
    path: 'review',
    icon: 'review',
    group: 'Operate',
    key: 'r',
    words: 'queue annotate label score',
    keepsView: false,
    savable: false,
  },
  ingestion: {
    title: 'Ingestion',
    path: 'ingestion',
    icon: 'ingestion',
    group: 'Operate',
    key: 'n',
    words: 'intake ledger rejections rejected payloads replay',
    keepsView: false,
    savable: false,
  },
  connect: {
    title: 'Connect',
    path: 'connect',
    icon: 'connect',
    group: 'Set up',
    key: 'c',
    words: 'sdk snippets opentelemetry keys start',
    keepsView: false,
    savable: false,
  },
  channels: {
    title: 'Channels',
    path: 'channels',
    icon: 'channels',
    group: 'Set up',
    key: 'h',
    words: 'webhooks slack email pagerduty deliveries',
    keepsView: false,
    savable: false,
  },
  settings: {
    title: 'Settings',
    path: 'settings/$section',
    icon: 'settings',
    group: 'Set up',
    key: 't',
    words: 'api keys read tokens prices retention data',
    keepsView: false,
    savable: false,
  },
});

export type AppPageName = keyof typeof APP_PAGES;
export const APP_PAGE_NAMES: readonly AppPageName[] = Object.keys(APP_PAGES).filter(isAppPageName);

export function isAppPageName(name: string): name is AppPageName {
  return Object.hasOwn(APP_PAGES, name);
}

/** The pages outside an application. */
export const OUTER_PAGES = {
  applications: {
    title: 'All applications',
    path: '/applications',
    icon: 'all',
    words: 'overview',
  },
  welcome: {
    title: 'New application',
    path: '/welcome',
    icon: 'new',
    words: 'create add',
  },
  account: {
    title: 'Account',
    path: '/accounts/$accountId/$section',
    icon: 'account',
    words: 'members invite audit log',
  },
  review: {
    title: 'All review queues',
    path: '/review',
    icon: 'review',
    words: 'queues',
  },
  profile: {
    title: 'Profile',
    path: '/profile',
    icon: 'profile',
    words: 'name email password two-factor sessions',
  },
  system: {
    title: 'System',
    path: '/system',
    icon: 'system',
    words: 'store disk journal',
  },
} as const satisfies Record<string, Page>;

export type OuterPageName = keyof typeof OUTER_PAGES;

/**
 * The routes: each page of the list with the search parameters it reads, and the pages before the sign-in.
 */
import type { Me } from '@parley/contract';
import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { Refusal } from './api/call.ts';
import { type MonitorStart, readMonitorStart } from './monitors/monitor-start.ts';
import { type ModelsSearch, readModels } from './pages/models/models-search.ts';
import { readOverview } from './pages/overview/overview-search.ts';
import { APP_PAGES, type AppPageName, OUTER_PAGES, type OuterPageName } from './pages/page-list.ts';
import type { SessionsSearch } from './pages/sessions/sessions-query.ts';
import { readWhatChanged } from './pages/what-changed/what-changed-search.ts';
import { lazyPage } from './shell/lazy-page.ts';
import { redirectMoved } from './shell/moved-pages.ts';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { OwnApplication } from './shell/own-application.tsx';
import { RouteError } from './shell/route-error.tsx';
import { Shell } from './shell/shell.tsx';
import { type ChartLooks, readLooks } from './state/chart-looks.ts';
import { type ListSorting, readListSorting } from './state/list-sorting.ts';
import { askMe, onlyReviews } from './state/me.ts';
import { rangeIn, readView, type View } from './state/view.ts';

const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  beforeLoad: ({ location }) => redirectMoved(location),
});

/** Where to continue after signing in. Tokens are in the hash, which is not sent to servers or logged. */
type Entry = { return?: string; error?: string };
const readEntry = (search: Record<string, unknown>): Entry => ({
  // Only paths of this server: `//host` and `/\host` are other servers.
  ...(typeof search.return === 'string' && /^\/(?![/\\])/.test(search.return)
    ? { return: search.return }
    : {}),
  // The error code of a failed sign-in at the identity provider.
  ...(typeof search.error === 'string' ? { error: search.error } : {}),
});

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: readEntry,
  component: lazyPage(() => import('./pages/entry/sign-in-page.tsx'), 'SignInPage'),
});
const signUp = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  validateSearch: readEntry,
  component: lazyPage(() => import('./pages/entry/sign-up-page.tsx'), 'SignUpPage'),
});
const resetPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: readEntry,
  component: lazyPage(() => import('./pages/entry/reset-password-page.tsx'), 'ResetPasswordPage'),
});
const confirmEmail = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm-email',
  validateSearch: readEntry,
  component: lazyPage(() => import('./pages/entry/confirm-email-page.tsx'), 'ConfirmEmailPage'),
});
const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  validateSearch: readEntry,
  component: lazyPage(() => import('./pages/entry/invitation-page.tsx'), 'InvitationPage'),
});

/** The API reference, which the server sends with a policy of its own: it is left and entered with a full load. */
const reference = createRoute({
  getParentRoute: () => rootRoute,
  path: '/docs',
  validateSearch: (search): { q?: string } => (typeof search.q === 'string' ? { q: search.q } : {}),
  component: lazyPage(() => import('./pages/reference/reference-page.tsx'), 'ReferencePage'),
});

type Sorting = { orderBy?: string; order?: 'asc' | 'desc' };
const readSorting = (search: Record<string, unknown>): Sorting => ({
  ...(typeof search.orderBy === 'string' ? { orderBy: search.orderBy } : {}),
  ...(search.order === 'asc' || search.order === 'desc' ? { order: search.order } : {}),
});

/** Who is signed in; others are led to the sign-in, and back. */
async function requireMe(client: QueryClient, href: string): Promise<Me> {
  try {
    return await client.ensureQueryData(askMe());
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    throw redirect({ to: '/sign-in', search: href === '/' ? {} : { return: href } });
  }
}

/** Pages for people who only review. */
const REVIEWER_PATHS: readonly string[] = [OUTER_PAGES.review.path, OUTER_PAGES.profile.path];

/** All pages behind the sign-in that have the shell around them. */
const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: Shell,
  async beforeLoad({ context, location }) {
    const me = await requireMe(context.client, location.href);
    if (onlyReviews(me) && !REVIEWER_PATHS.includes(location.pathname))
      throw redirect({ to: OUTER_PAGES.review.path });
    return { me };
  },
});

/** An item of a review queue: the conversation and the questions, without the shell. */
const reviewing = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review/$queueId',
  async beforeLoad({ context, location }) {
    await requireMe(context.client, location.href);
  },
  component: lazyPage(() => import('./pages/review/queue-page.tsx'), 'QueuePage'),
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad({ context }) {
    const open = context.me.applications.filter(({ archivedAt }) => archivedAt === null);
    const last = open.find(({ id }) => id === localStorage.getItem('application')) ?? open[0];
    if (!last) throw redirect({ to: '/welcome' });
    throw redirect({ to: '/apps/$appId/overview', params: { appId: last.id }, search: {} });
  },
});

const applications = createRoute({
  getParentRoute: () => signedIn,
  path: OUTER_PAGES.applications.path,
  validateSearch: (search): View & Sorting & ChartLooks => ({
    ...rangeIn(readView(search)),
    ...readSorting(search),
    ...readLooks(search),
  }),
  component: lazyPage(() => import('./pages/applications/applications-page.tsx'), 'ApplicationsPage'),
});
const welcome = createRoute({
  getParentRoute: () => signedIn,
  path: OUTER_PAGES.welcome.path,
  component: lazyPage(() => import('./pages/welcome/welcome-page.tsx'), 'WelcomePage'),
});
/** `section` is general, members or audit, which `action` and `person` filter. */
const account = createRoute({
  getParentRoute: () => signedIn,
  path: OUTER_PAGES.account.path,
  validateSearch: (search): { action?: string; person?: string } => ({
    ...(typeof search.action === 'string' ? { action: search.action } : {}),
    ...(typeof search.person === 'string' ? { person: search.person } : {}),
  }),
  component: lazyPage(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
});
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: OUTER_PAGES.profile.path,
  component: lazyPage(() => import('./pages/profile/profile-page.tsx'), 'ProfilePage'),
});
const outerReview = createRoute({
  getParentRoute: () => signedIn,
  path: OUTER_PAGES.review.path,
  component: lazyPage(() => import('./pages/review/review-page.tsx'), 'ReviewPage'),
});
const system = createRoute({
  getParentRoute: () => signedIn,
  path: OUTER_PAGES.system.path,
  component: lazyPage(() => import('./pages/system/system-page.tsx'), 'SystemPage'),
});

const application = createRoute({
  getParentRoute: () => signedIn,
  path: '/apps/$appId',
  component: OwnApplication,
  beforeLoad({ context, params: { appId } }) {
    if (context.me.applications.some(({ id }) => id === appId)) localStorage.setItem('application', appId);
  },
});

const readSessions = (search: Record<string, unknown>): SessionsSearch => ({
  ...readView(search),
  ...readSorting(search),
  ...(search.state === 'current' || search.state === 'ended' ? { state: search.state } : {}),
});

/** The field by which traffic is stacked. */
type Stacking = { stack?: string };
const readStacking = (search: Record<string, unknown>): Stacking =>
  typeof search.stack === 'string' ? { stack: search.stack } : {};

const overview = createRoute({
  getParentRoute: () => application,
  path: APP_PAGES.overview.path,
  validateSearch: readOverview,
  component: lazyPage(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
});
/** `id` is the interaction in the side panel, `tab` the open one of its tabs, `live` follows new ones. */
const interactions = createRoute({
  getParentRoute: () => application,
  path: APP_PAGES.interactions.path,
  validateSearch: (search): View & ListSorting & { id?: string; tab?: string; live?: boolean } => ({
    ...readView(search),
    ...readListSorting(search),
    ...(typeof search.id === 'string' ? { id: search.id } : {}),
    ...(typeof search.tab === 'string' ? { tab: search.tab } : {}),
    ...(search.live === true ? { live: true } : {}),
  }),
  component: lazyPage(() => import('./pages/interactions/interactions-page.tsx'), 'InteractionsPage'),
});
/** `a` and `b` are the interactions to compare. */
const compare = createRoute({
  getParentRoute: () => application,
  path: 'interactions/compare',
  validateSearch: (search): { a?: string; b?: string } => ({
    ...(typeof search.a === 'string' ? { a: search.a } : {}),
    ...(typeof search.b === 'string' ? { b: search.b } : {}),
  }),
  component: lazyPage(() => import('./pages/compare/compare-page.tsx'), 'ComparePage'),
});
const sessions = createRoute({
  getParentRoute: () => application,
  path: APP_PAGES.sessions.path,
  validateSearch: readSessions,
  component: lazyPage(() => import('./pages/sessions/sessions-page.tsx'), 'SessionsPage'),
});
/** `who` is a search by name, `everybody` includes anonymous users. */
const users = createRoute({
  getParentRoute: () => application,
  path: APP_PAGES.users.path,
  validateSearch: (search): View & Sorting & { who?: string; everybody?: boolean } => ({
    ...readView(search),
    ...readSorting(search),
    ...(search.who !== undefined && search.who !== '' ? { who: String(search.who) } : {}),
    ...(search.everybody === true ? { everybody: true } : {}),
  }),
  component: lazyPage(() => import('./pages/users/users-page.tsx'), 'UsersPage'),
});
const models = createRoute({
  getParentRoute: () => application,
  path: APP_PAGES.models.path,
  validateSearch: (search): View & Sorting & ModelsSearch => ({
    ...readView(search),
    ...readSorting(search),
    ...readModels(search),
  }),
  component: lazyPage(() => import('./pages/models/models-page.tsx'), 'ModelsPage'),
});
const prompts = createRoute({
  getParentRoute: () => application,
  path: APP_PAGES.prompts.path,
  validateSearch: (search): View & Sorting => ({ ...readView(search), ...readSorting(search) }),
  component: lazyPage(() => import('./pages/prompts/prompts-page.tsx'), 'PromptsPage'),
});
const errors = createRoute({
  getParentRoute: () => application,
  path: APP_PAGES.errors.path,
  validateSearch: (search): View & ChartLooks => ({ ...readView(search), ...readLooks(search) }),
  component: lazyPage(() => import('./pages/errors/errors-page.tsx'), 'ErrorsPage'),
});
const ingestion = createRoute({
  getParentRoute: () => application,
  path: APP_PAGES.ingestion.path,
  component: lazyPage(() => import('./pages/ingestion/ingestion-page.tsx'), 'IngestionPage'),
});
const connect = createRoute({
  getParentRoute: () => application,
  path: APP_PAGES.connect.path,
  component: lazyPage(() => import('./pages/connect/connect-page.tsx'), 'ConnectPage'),
});
/** `section` is general, keys, tokens, prices or data. */
const settings = createRoute({
  getParentRoute: () => application,
  path: APP_PAGES.settings.path,
  component: lazyPage(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
});

/** The search is that of the list the reader came from: it decides which session is next. */
const session = createRoute({
  getParentRoute: () => application,
  path: 'sessions/$sessionId',
  validateSearch: readSessions,
  component: lazyPage(() => import('./pages/sessions/session-page.tsx'), 'SessionPage'),
});
const user = createRoute({
  getParentRoute: () => application,
  path: 'users/$userKey',
  // The path names the user; a filter by user would contradict it.
  validateSearch: ({ user: _user, 'not.user': _not, ...search }): View & Stacking & ChartLooks => ({
    ...readView(search),
    ...readStacking(search),
    ...readLooks(search),
  }),
  component: lazyPage(() => import('./pages/users/user-page.tsx'), 'UserPage'),
});
const monitors = createRoute({
  getParentRoute: () => application,
  path: APP_PAGES.monitors.path,
  component: lazyPage(() => import('./pages/monitors/monitors-page.tsx'), 'MonitorsPage'),
});
/** The filters are those of the new monitor; `template`, or `measure` and `groupBy`, what it begins with. */
const newMonitor = createRoute({
  getParentRoute: () => application,
  path: 'monitors/new',
  validateSearch: (search): View & MonitorStart => ({ ...readView(search), ...readMonitorStart(search) }),
  component: lazyPage(() => import('./pages/monitors/new-monitor-page.tsx'), 'NewMonitorPage'),
});
const monitor = createRoute({
  getParentRoute: () => application,
  path: 'monitors/$monitorId',
  component: lazyPage(() => import('./pages/monitors/monitor-page.tsx'), 'MonitorPage'),
});
const reports = createRoute({
  getParentRoute: () => application,
  path: APP_PAGES.reports.path,
  component: lazyPage(() => import('./pages/reports/reports-page.tsx'), 'ReportsPage'),
});
const channels = createRoute({
  getParentRoute: () => application,
  path: APP_PAGES.channels.path,
  component: lazyPage(() => import('./pages/channels/channels-page.tsx'), 'ChannelsPage'),
});
const review = createRoute({
  getParentRoute: () => application,
  path: APP_PAGES.review.path,
  component: lazyPage(() => import('./pages/review/app-review-page.tsx'), 'AppReviewPage'),
});
/** `version` is the number of the version that is shown, the newest by default. */
const prompt = createRoute({
  getParentRoute: () => application,
  path: 'prompts/$promptId',
  validateSearch: ({ prompt: _prompt, 'not.prompt': _not, ...search }): View & { version?: number } => ({
    ...readView(search),
    ...(typeof search.version === 'number' ? { version: search.version } : {}),
  }),
  component: lazyPage(() => import('./pages/prompts/prompt-page.tsx'), 'PromptPage'),
});
/** `measure` is the figure to explain, `compare` the period that it is compared with. */
const whatChanged = createRoute({
  getParentRoute: () => application,
  path: 'what-changed',
  validateSearch: readWhatChanged,
  component: lazyPage(() => import('./pages/what-changed/what-changed-page.tsx'), 'WhatChangedPage'),
});

/** Every page of the list has a route, or this does not compile. */
const outerPages = {
  applications,
  welcome,
  account,
  review: outerReview,
  profile,
  system,
} satisfies Record<OuterPageName, AnyRoute>;
const appPages = {
  overview,
  interactions,
  sessions,
  users,
  models,
  prompts,
  errors,
  monitors,
  reports,
  review,
  ingestion,
  connect,
  channels,
  settings,
} satisfies Record<AppPageName, AnyRoute>;
const routeTree = rootRoute.addChildren([
  signIn,
  signUp,
  resetPassword,
  confirmEmail,
  invitation,
  reference,
  reviewing,
  signedIn.addChildren({
    home,
    ...outerPages,
    application: application.addChildren({
      ...appPages,
      compare,
      session,
      user,
      prompt,
      newMonitor,
      monitor,
      whatChanged,
    }),
  }),
]);

export function createConsoleRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client },
    defaultPreload: 'intent',
    // Replaces only the page; the shell stays.
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}

/** Every page and its address. Pages load when they are opened. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { Refusal } from './api/call.ts';
import type { SessionsSearch } from './pages/sessions/sessions-query.ts';
import { lazyPage } from './shell/lazy-page.ts';
import { NoSuchPage } from './shell/no-such-page.tsx';
import { OwnApplication } from './shell/own-application.tsx';
import { RouteError } from './shell/route-error.tsx';
import { Shell } from './shell/shell.tsx';
import { type ListSorting, readListSorting } from './state/list-sorting.ts';
import { askMe } from './state/me.ts';
import { rangeIn, readView, type View } from './state/view.ts';

const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NoSuchPage,
});

/** Where to go on to afterwards. Tokens of links are in the hash, which no server and no log gets to see. */
type Entry = { return?: string; error?: string };
const readEntry = (search: Record<string, unknown>): Entry => ({
  // A path of this server only: `//host` and `/\host` are other servers.
  ...(typeof search.return === 'string' && /^\/(?![/\\])/.test(search.return)
    ? { return: search.return }
    : {}),
  // Why signing in at the identity provider did not work, as one word.
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

/** Everything behind the sign-in. */
const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: Shell,
  async beforeLoad({ context, location }) {
    try {
      return { me: await context.client.ensureQueryData(askMe()) };
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      const back = location.href === '/' ? {} : { return: location.href };
      throw redirect({ to: '/sign-in', search: back });
    }
  },
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
const welcome = createRoute({
  getParentRoute: () => signedIn,
  path: '/welcome',
  component: lazyPage(() => import('./pages/start/welcome-page.tsx'), 'WelcomePage'),
});

/** All applications of somebody, side by side. */
const all = createRoute({
  getParentRoute: () => signedIn,
  path: '/all',
  validateSearch: (search): View & Sorting => ({ ...rangeIn(readView(search)), ...readSorting(search) }),
  component: lazyPage(() => import('./pages/all/all-page.tsx'), 'AllPage'),
});

const application = createRoute({
  getParentRoute: () => signedIn,
  path: '/apps/$appId',
  component: OwnApplication,
  beforeLoad({ context, params: { appId } }) {
    if (context.me.applications.some(({ id }) => id === appId)) localStorage.setItem('application', appId);
  },
});
const start = createRoute({
  getParentRoute: () => application,
  path: 'start',
  component: lazyPage(() => import('./pages/start/start-page.tsx'), 'StartPage'),
});
const overview = createRoute({
  getParentRoute: () => application,
  path: 'overview',
  validateSearch: (search): View & { stack?: string } => ({
    ...readView(search),
    ...(typeof search.stack === 'string' ? { stack: search.stack } : {}),
  }),
  component: lazyPage(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
});
/** `id` is the interaction in the side panel, `live` follows new ones. */
const interactions = createRoute({
  getParentRoute: () => application,
  path: 'interactions',
  validateSearch: (search): View & ListSorting & { id?: string; live?: boolean } => ({
    ...readView(search),
    ...readListSorting(search),
    ...(typeof search.id === 'string' ? { id: search.id } : {}),
    ...(search.live === true ? { live: true } : {}),
  }),
  component: lazyPage(() => import('./pages/interactions/interactions-page.tsx'), 'InteractionsPage'),
});
const readSessions = (search: Record<string, unknown>): SessionsSearch => ({
  ...readView(search),
  ...readSorting(search),
  ...(search.state === 'current' || search.state === 'ended' ? { state: search.state } : {}),
});
const sessions = createRoute({
  getParentRoute: () => application,
  path: 'sessions',
  validateSearch: readSessions,
  component: lazyPage(() => import('./pages/sessions/sessions-page.tsx'), 'SessionsPage'),
});
/** The search is that of the list one came from: it says which session is the next. */
const session = createRoute({
  getParentRoute: () => application,
  path: 'sessions/$sessionId',
  validateSearch: readSessions,
  component: lazyPage(() => import('./pages/sessions/session-page.tsx'), 'SessionPage'),
});
/** `who` is sought by name, `everybody` shows the anonymous as well. */
const users = createRoute({
  getParentRoute: () => application,
  path: 'users',
  validateSearch: (search): View & Sorting & { who?: string; everybody?: boolean } => ({
    ...readView(search),
    ...readSorting(search),
    ...(search.who !== undefined && search.who !== '' ? { who: String(search.who) } : {}),
    ...(search.everybody === true ? { everybody: true } : {}),
  }),
  component: lazyPage(() => import('./pages/users/users-page.tsx'), 'UsersPage'),
});
const user = createRoute({
  getParentRoute: () => application,
  path: 'users/$userKey',
  // Of whom is in the path.
  validateSearch: ({ user: _user, 'not.user': _not, ...search }): View => readView(search),
  component: lazyPage(() => import('./pages/users/user-page.tsx'), 'UserPage'),
});
/** `compare` names the models that stand side by side. */
const models = createRoute({
  getParentRoute: () => application,
  path: 'models',
  validateSearch: (search): View & Sorting & { compare?: string[] } => ({
    ...readView(search),
    ...readSorting(search),
    ...(Array.isArray(search.compare) ? { compare: search.compare.map(String) } : {}),
  }),
  component: lazyPage(() => import('./pages/models/models-page.tsx'), 'ModelsPage'),
});
const errors = createRoute({
  getParentRoute: () => application,
  path: 'errors',
  validateSearch: (search): View => readView(search),
  component: lazyPage(() => import('./pages/errors/errors-page.tsx'), 'ErrorsPage'),
});
const intake = createRoute({
  getParentRoute: () => application,
  path: 'intake',
  component: lazyPage(() => import('./pages/intake/intake-page.tsx'), 'IntakePage'),
});
/** `section` is a part of the settings: general, keys, tokens, prices, data. */
const settings = createRoute({
  getParentRoute: () => application,
  path: 'settings/$section',
  component: lazyPage(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
});

/** `section` is general, members or audit, which `action` and `person` narrow. */
const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/accounts/$accountId/$section',
  validateSearch: (search): { action?: string; person?: string } => ({
    ...(typeof search.action === 'string' ? { action: search.action } : {}),
    ...(typeof search.person === 'string' ? { person: search.person } : {}),
  }),
  component: lazyPage(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
});
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  component: lazyPage(() => import('./pages/profile/profile-page.tsx'), 'ProfilePage'),
});
const system = createRoute({
  getParentRoute: () => signedIn,
  path: '/system',
  component: lazyPage(() => import('./pages/system/system-page.tsx'), 'SystemPage'),
});

const routeTree = rootRoute.addChildren([
  signIn,
  signUp,
  resetPassword,
  confirmEmail,
  invitation,
  reference,
  signedIn.addChildren([
    home,
    welcome,
    all,
    application.addChildren([
      start,
      overview,
      interactions,
      sessions,
      session,
      users,
      user,
      models,
      errors,
      intake,
      settings,
    ]),
    account,
    profile,
    system,
  ]),
]);

export function createConsoleRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client },
    defaultPreload: 'intent',
    // Of the page alone: what is around it stays.
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}

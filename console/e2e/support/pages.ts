/** Every page of the console, with data on it, and the overlays that open on them. */
import {
  InteractionList,
  Me,
  MonitorList,
  PromptList,
  RejectionList,
  ReviewQueueList,
  SessionList,
  UserList,
} from '@parley/contract';
import type { Page } from 'playwright-core';
import type { z } from 'zod';

export type ConsolePage = {
  name: string;
  path: string;
  /** A selector that is visible once the page has its content. */
  shows: string;
  /** An action to perform afterwards. */
  act?: (page: Page) => Promise<unknown>;
};

/** Queries the server as the signed-in person. */
export type Asking = (path: string) => Promise<unknown>;

export const ENTRY_PAGES: readonly ConsolePage[] = [
  { name: 'sign-in', path: '/sign-in', shows: 'role=button[name="Sign in"]' },
  { name: 'sign-up', path: '/sign-up', shows: 'role=button[name="Sign up"]' },
  { name: 'reset-password', path: '/reset-password', shows: 'role=button[name="Request link"]' },
  { name: 'new-password', path: '/reset-password#token=t', shows: 'role=button[name="Set password"]' },
  { name: 'confirm-email', path: '/confirm-email#token=t', shows: 'role=button[name="Confirm email"]' },
  {
    name: 'finish-sign-up',
    path: '/confirm-email#token=su_t',
    shows: 'role=button[name="Confirm and sign in"]',
  },
  { name: 'invitation', path: '/invitation#token=t', shows: 'text=Ask for a new one.' },
  { name: 'reference', path: '/docs?q=sign-in', shows: 'role=article' },
];

export async function pagesOf(ask: Asking): Promise<ConsolePage[]> {
  const read = async <T>(schema: z.ZodType<T>, path: string) => schema.parse(await ask(path));
  const { applications, person } = await read(Me, '/v1/me');
  const application = first(applications);
  const app = `app=${application.id}`;
  const errors = await read(InteractionList, `/v1/interactions?${app}&outcome=error&limit=1`);
  const sessions = await read(SessionList, `/v1/sessions?${app}&orderBy=interactions&limit=1`);
  const users = await read(UserList, `/v1/users?${app}&identified=true&orderBy=interactions&limit=1`);
  const prompts = await read(PromptList, `/v1/prompts?${app}&limit=1`);
  const rejections = await read(RejectionList, `/v1/rejections?${app}&limit=1`);
  const monitors = await read(MonitorList, `/v1/monitors?${app}`);
  const queues = await read(ReviewQueueList, `/v1/review/queues?${app}`);
  const [session, user] = [first(sessions.data), first(users.data)];
  first(rejections.data);
  const interactions = await read(
    InteractionList,
    `/v1/interactions?${app}&user=${encodeURIComponent(user.key)}&limit=1`,
  );
  const newest = await read(InteractionList, `/v1/interactions?${app}&limit=500`);
  const traces = Map.groupBy(
    newest.data.filter(({ trace }) => trace !== null),
    ({ trace }) => trace?.traceId,
  );
  const [traced] = first([...traces.values()].sort((a, b) => b.length - a.length));
  const at = `/apps/${application.id}`;
  const list = `${at}/interactions?range=30d`;
  const open = `${list}&id=${first(interactions.data).id}`;
  const account = `/accounts/${application.accountId}`;
  const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();
  /** Presses a button that phones have no room for. */
  const pressIfShown = (name: string) => async (page: Page) => {
    const button = page.getByRole('button', { name });
    if (await button.isVisible()) await button.click();
  };
  const keys = (pressed: string, opens: string) => async (page: Page) => {
    await page.keyboard.press(pressed);
    await page.locator(opens).first().waitFor();
  };
  const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
  return [
    { name: 'welcome', path: '/welcome', shows: 'role=button[name="Create application"]' },
    { name: 'connect', path: `${at}/connect`, shows: 'text=/npm install .*sdk\\.tgz/' },
    { name: 'connect-http', path: `${at}/connect`, shows: 'role=tab', act: tab('HTTP') },
    {
      name: 'connect-labels',
      path: `${at}/connect`,
      shows: 'role=tab',
      act: (page) => page.getByRole('checkbox', { name: 'Include labels' }).check(),
    },
    { name: 'connect-opentelemetry', path: `${at}/connect`, shows: 'role=tab', act: tab('OpenTelemetry') },
    { name: 'overview', path: `${at}/overview?range=30d`, shows: 'text=Activity by hour' },
    {
      name: 'overview-as-table',
      path: `${at}/overview?range=24h&stack=outcome`,
      shows: 'text=Activity by hour',
      act: press('Table'),
    },
    {
      name: 'overview-by-label',
      path: `${at}/overview?range=30d&stack=label.environment&label.feature=chat-widget`,
      shows: 'text=Activity by hour',
    },
    { name: 'all-applications', path: '/applications?range=30d', shows: 'role=region[name="Applications"]' },
    { name: 'switcher', path: '/profile', shows: 'text=This session', act: pressIfShown('Application: ') },
    { name: 'account-menu', path: '/profile', shows: 'text=This session', act: pressIfShown(person.name) },
    {
      name: 'palette',
      path: '/profile',
      shows: 'text=This session',
      act: keys('Control+k', 'dialog[open] input'),
    },
    { name: 'shortcuts', path: '/profile', shows: 'text=This session', act: keys('?', 'text=Go to') },
    { name: 'interactions', path: list, shows: 'role=grid[name="Interactions"]' },
    { name: 'interactions-search', path: `${list}&q=order`, shows: 'mark' },
    { name: 'interactions-none', path: `${list}&q=zzzzzz`, shows: 'text=No matches' },
    { name: 'interactions-range', path: list, shows: 'role=grid', act: press('Range: Last 30 days') },
    { name: 'interactions-filter', path: list, shows: 'role=grid', act: press('Add filter') },
    {
      name: 'interactions-label-filter',
      path: `${list}&label.environment=staging`,
      shows: 'role=grid',
      act: press('environment'),
    },
    {
      name: 'interactions-sorted',
      path: `${list}&orderBy=costUsd&not.outcome=blocked&not.model=`,
      shows: 'text=Highest cost first',
      act: press('Outcome is not Blocked'),
    },
    { name: 'interactions-columns', path: list, shows: 'role=grid', act: pressIfShown('Columns') },
    { name: 'interaction', path: open, shows: 'role=article[name="Assistant"]' },
    { name: 'interaction-trace', path: `${list}&id=${traced?.id}`, shows: 'role=tab', act: tab('Trace') },
    { name: 'interaction-facts', path: open, shows: 'role=tab', act: tab('Details') },
    { name: 'interaction-raw', path: open, shows: 'role=tab', act: tab('Raw') },
    {
      name: 'interaction-error',
      path: `${list}&outcome=error&id=${first(errors.data).id}`,
      shows: 'role=tab[name="Conversation"]',
    },
    {
      name: 'interactions-selected',
      path: list,
      shows: 'role=grid',
      act: async (page) => {
        for (const key of ['j', 'x', 'Shift+J']) await page.keyboard.press(key);
        await page.getByRole('region', { name: 'Selection' }).waitFor();
      },
    },
    {
      name: 'interactions-compared',
      path: `${at}/interactions/compare?a=${first(errors.data).id}&b=${traced?.id}`,
      shows: 'role=region[name="Answer"]',
    },
    { name: 'sessions', path: `${at}/sessions?range=30d`, shows: 'role=region[name="Sessions"]' },
    { name: 'session', path: `${at}/sessions/${session.id}`, shows: 'text=from the first question' },
    { name: 'models', path: `${at}/models?range=30d`, shows: 'role=region[name="Models"]' },
    {
      name: 'models-compared',
      path: `${at}/models?range=30d`,
      shows: 'role=region[name="Models"]',
      act: async (page) => {
        const boxes = page.getByRole('checkbox', { name: /^Compare/ });
        await boxes.nth(0).check();
        await boxes.nth(1).check();
        await page.getByRole('heading', { name: 'Side by side' }).waitFor();
      },
    },
    { name: 'prompts', path: `${at}/prompts?range=30d`, shows: 'role=region[name="Prompts"]' },
    {
      name: 'prompts-none',
      path: `${at}/prompts?range=30d&prompt=nothing`,
      shows: 'text=No matches',
    },
    {
      name: 'prompt',
      path: `${at}/prompts/${encodeURIComponent(first(prompts.data).id)}?range=30d`,
      shows: 'role=region[name="Versions"]',
    },
    { name: 'errors', path: `${at}/errors?range=30d`, shows: 'role=region[name="Errors"]' },
    {
      name: 'what-changed',
      path: `${at}/what-changed?range=7d`,
      shows: 'role=region[name="In short"]',
    },
    { name: 'users', path: `${at}/users?range=30d&everybody=true`, shows: 'role=region[name="Users"]' },
    { name: 'users-none', path: `${at}/users?range=30d&who=zzzzzz`, shows: 'text=No matches' },
    {
      name: 'user',
      path: `${at}/users/${encodeURIComponent(user.key)}?range=30d`,
      shows: 'text=All sessions',
    },
    { name: 'monitors', path: `${at}/monitors`, shows: 'role=region[name="Monitors"]' },
    {
      name: 'monitors-new',
      path: `${at}/monitors/new?template=errors`,
      shows: 'text=/in the last \\d+ days/',
    },
    {
      name: 'monitor',
      path: `${at}/monitors/${first(monitors.data).id}`,
      shows: 'text=/in the last \\d+ days/',
    },
    { name: 'reports', path: `${at}/reports`, shows: 'text=No reports yet' },
    { name: 'reports-new', path: `${at}/reports`, shows: 'text=No reports yet', act: press('New report') },
    { name: 'channels', path: `${at}/channels`, shows: 'text=No channels yet' },
    {
      name: 'channels-new',
      path: `${at}/channels`,
      shows: 'text=No channels yet',
      act: press('New channel'),
    },
    { name: 'review', path: `${at}/review`, shows: 'role=region[name="Review queues"]' },
    {
      name: 'review-new',
      path: `${at}/review`,
      shows: 'role=region[name="Review queues"]',
      act: press('New queue'),
    },
    {
      name: 'review-queue',
      path: `/review/${first(queues.data).id}`,
      shows: 'role=form[name="Questions"]',
      act: keys('y', 'input:checked'),
    },
    { name: 'ingestion', path: `${at}/ingestion`, shows: 'role=region[name="Rejected payloads"]' },
    {
      name: 'rejection',
      path: `${at}/ingestion`,
      shows: 'role=region[name="Rejected payloads"]',
      act: press('Open'),
    },
    { name: 'settings-general', path: `${at}/settings/general`, shows: 'text=Session timeout' },
    { name: 'settings-keys', path: `${at}/settings/keys`, shows: 'role=region[name="API keys"]' },
    { name: 'settings-new-key', path: `${at}/settings/keys`, shows: 'h1', act: press('New API key') },
    { name: 'settings-rotate-key', path: `${at}/settings/keys`, shows: 'role=table', act: press('Rotate') },
    { name: 'settings-revoke-key', path: `${at}/settings/keys`, shows: 'role=table', act: press('Revoke') },
    { name: 'settings-tokens', path: `${at}/settings/tokens`, shows: 'role=region[name="Read tokens"]' },
    { name: 'settings-prices', path: `${at}/settings/prices`, shows: 'text=Models without a price' },
    { name: 'settings-data', path: `${at}/settings/data`, shows: 'text=Keep records for' },
    { name: 'account-general', path: `${account}/general`, shows: 'text=Your role' },
    { name: 'account-members', path: `${account}/members`, shows: 'role=heading[name="Roles"]' },
    { name: 'account-invite', path: `${account}/members`, shows: 'h1', act: press('Invite people') },
    { name: 'account-audit', path: `${account}/audit`, shows: 'role=region[name="Audit log"]' },
    { name: 'profile', path: '/profile', shows: 'text=This session' },
    { name: 'profile-second-factor', path: '/profile', shows: 'h1', act: press('Set up') },
    { name: 'system', path: '/system', shows: 'text=Updates every 5 seconds' },
    { name: 'no-access', path: '/apps/nothing/overview', shows: 'text=You don’t have access' },
    { name: 'not-found', path: '/nowhere', shows: 'text=Page not found' },
  ];
}

/** Opens a page, and waits until everything has loaded. */
export async function show(page: Page, { path, shows, act }: ConsolePage): Promise<void> {
  await page.goto(path);
  await page.locator(shows).first().waitFor();
  await settled(page);
  if (!act) return;
  await act(page);
  await settled(page);
}

/** Waits until no placeholder is left. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('.animate-pulse, [aria-busy=true]').first().waitFor({ state: 'detached' });
}

function first<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error('There is too little to look at.');
  return one;
}

/** The frame around the pages: command palette, applications, account menu and shortcuts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InteractionList, SessionList, UserList } from '@parley/contract';
import { APPLICATIONS } from '@parley/sample/applications';
import type { Page } from 'playwright-core';
import { eventually } from '../../server/test/support/eventually.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { axeFaults } from './support/axe.ts';
import { becomes } from './support/becomes.ts';
import { type Filled, fill } from './support/fill.ts';
import { settled } from './support/pages.ts';
import { sharedConsole } from './support/shared-console.ts';

/** Until a payload is stored and can be found. */
const STORED_MS = 120_000;
const PHONE = { width: 390, height: 844 };
const [FIRST = '', SECOND = ''] = APPLICATIONS.map(({ name }): string => name);

describe('the shell', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 150);
    },
  });
  const open = (path: string, view = {}) =>
    shared.open(`/apps/${filled.application.id}${path}`, { as: filled.owner, ...view });
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
  const palette = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' });
  /** Types, waits for the option, and chooses the first result. */
  const find = async (page: Page, words: string, option: string | RegExp) => {
    await page.keyboard.press('Control+k');
    await palette(page).fill(words);
    await page.getByRole('option', { name: option }).first().waitFor();
    await page.getByRole('option', { name: option, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await palette(page).waitFor({ state: 'detached' });
  };

  it('the palette finds a page, another application and an action by a few letters', async () => {
    const page = await open('/overview?range=30d');
    await heading(page, 'Overview');
    await find(page, 'model', /^Models/);
    await heading(page, 'Models');
    assert.match(page.url(), /range=30d/);
    await find(page, SECOND, new RegExp(`^${SECOND}`));
    await heading(page, 'Overview');
    assert.ok(!page.url().includes(filled.application.id) && page.url().includes('range=30d'), page.url());

    await page.getByRole('button', { name: 'Search…' }).click();
    await palette(page).fill('theme dark');
    await page.getByRole('option', { name: 'Theme: Dark', selected: true }).waitFor();
    assert.deepEqual(await axeFaults(page, true), []);
    await page.keyboard.press('Enter');
    await becomes(() => page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    await page.keyboard.press('Control+k');
    // Recent choices come first.
    await page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: SECOND }).waitFor();
    await palette(page).fill('qqqqqq');
    await page.getByText('No matches').waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
  });

  it('the palette finds users by name, and interactions, sessions and traces by id', async () => {
    const app = `app=${filled.application.id}`;
    const ask = async (path: string) => (await filled.owner.get(path)).json;
    const users = UserList.parse(await ask(`/v1/users?${app}&identified=true&limit=100`));
    const user = users.data.find(({ firstName, lastName }) => firstName && lastName);
    assert.ok(user);
    const page = await open('/overview');
    await heading(page, 'Overview');
    await find(page, `${user.lastName} ${user.firstName}`, `${user.firstName} ${user.lastName}`);
    await page.waitForURL(`**/users/${encodeURIComponent(user.key)}`);

    const interactions = InteractionList.parse(await ask(`/v1/interactions?${app}&limit=200`));
    const one = interactions.data.find(({ trace }) => trace !== null);
    assert.ok(one?.trace);
    await find(page, one.id, `Interaction ${one.id}`);
    await page.getByRole('complementary', { name: 'Interaction' }).getByRole('article').first().waitFor();
    await find(page, one.trace.traceId, `Trace ${one.trace.traceId}`);
    await page.waitForURL((url) => decodeURIComponent(url.search).includes(String(one.trace?.traceId)));

    const [session] = SessionList.parse(await ask(`/v1/sessions?${app}&limit=1`)).data;
    assert.ok(session);
    await find(page, session.session, `Session ${session.session}`);
    await page.waitForURL(`**/sessions/${session.id}`);
    // Other applications have none of it, and other people nothing at all.
    const stranger = await shared.person('Strange');
    const { id } = await stranger.createApplication('Elsewhere');
    const elsewhere = await shared.open(`/apps/${id}/overview`, { as: stranger });
    await heading(elsewhere, 'Overview');
    await elsewhere.keyboard.press('Control+k');
    await palette(elsewhere).fill(one.id);
    await elsewhere.getByText('No matches').waitFor();
  });

  it('the application can be switched by keyboard, keeping page and range', async () => {
    const page = await open('/errors?range=90d&model=gpt-4o');
    await heading(page, 'Errors');
    const switcher = page.getByRole('button', { name: `Application: ${FIRST}` });
    await switcher.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Applications' }).waitFor();
    assert.deepEqual(await axeFaults(page, true), []);
    assert.match(
      await page.locator('[role=option][aria-selected=true]').innerText(),
      new RegExp(`^${FIRST}`),
    );
    await page.keyboard.type(SECOND.slice(0, 4));
    await page.getByRole('option', { name: SECOND, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Application: ${SECOND}` }).waitFor();
    await heading(page, 'Errors');
    assert.match(page.url(), /errors\?range=90d$/);
    await becomes(() => page.title(), `Errors · ${SECOND} · Parley`);

    await page.getByRole('button', { name: `Application: ${SECOND}` }).click();
    await page.getByRole('option', { name: 'All applications' }).click();
    await heading(page, 'All applications');
    assert.match(page.url(), /applications\?range=90d$/);
  });

  it('former addresses redirect with their search and hash', async () => {
    const page = await open('/intake?from=mail#top');
    await heading(page, 'Ingestion');
    assert.match(page.url(), /\/ingestion\?from=mail#top$/);
    await page.goto(`/apps/${filled.application.id}/start`);
    await heading(page, 'Connect');
    assert.match(page.url(), /\/connect$/);
    await page.goto('/all?range=30d');
    await heading(page, 'All applications');
    assert.match(page.url(), /\/applications\?range=30d$/);
  });

  it('all applications are shown side by side, and lead to each one', async () => {
    const page = await shared.open('/applications?range=30d', { as: filled.owner });
    const table = page.getByRole('region', { name: 'Applications' });
    await table.getByRole('link', { name: FIRST }).waitFor();
    await settled(page);
    for (const { name } of APPLICATIONS) await becomes(() => table.getByRole('link', { name }).count(), 1);
    const row = table.getByRole('row').filter({ hasText: FIRST });
    await becomes(() => row.getByRole('cell').nth(1).innerText(), String(filled.stored.length));
    const chart = page.getByRole('region', { name: 'Interactions by application' });
    await chart.locator(`rect[data-series="${FIRST}"]`).first().waitFor();
    await becomes(() => page.title(), 'All applications · Parley');
    await table.getByRole('button', { name: 'Application' }).click();
    await page.waitForURL(/orderBy=name/);
    await table.getByRole('link', { name: FIRST }).click();
    await heading(page, 'Overview');
    assert.match(page.url(), new RegExp(`${filled.application.id}/overview\\?range=30d`));
  });

  it('every shortcut is listed, and two keys open a page, except while typing', async () => {
    const page = await open('/overview');
    await heading(page, 'Overview');
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Ingestion').waitFor();
    assert.deepEqual(await axeFaults(page, true), []);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await heading(page, 'Sessions');
    await page.getByRole('textbox', { name: 'Search messages' }).fill('');
    await page.keyboard.type('g?');
    await page.keyboard.press('u');
    await becomes(() => page.getByRole('textbox', { name: 'Search messages' }).inputValue(), 'g?u');
    await heading(page, 'Sessions');
    assert.equal(await sheet.count(), 0);
  });

  it('new rejections are counted until somebody opens them', async () => {
    const owner = await shared.person('Rita');
    const { id, appKey, apiKey } = await owner.createApplication('Shop');
    const wrong = payloadOf('openai', 'chat', { session: ['not', 'a', 'name'] }, { appKey, apiKey });
    assert.equal((await shared.server.post(bytesOf(wrong))).status, 422);
    await eventually(
      'it is listed',
      async () => (await owner.get(`/v1/rejections?app=${id}`)).text.includes('receivedAt'),
      STORED_MS,
    );
    const page = await shared.open(`/apps/${id}/settings/general`, { as: owner });
    await page.getByRole('link', { name: /^Ingestion\s*1 new rejection/ }).click();
    await heading(page, 'Ingestion');
    const plain = page.getByRole('link', { name: 'Ingestion', exact: true });
    await plain.waitFor();
    await page.getByRole('link', { name: 'Connect' }).click();
    await page.getByRole('heading', { name: /^Connect/, level: 1 }).waitFor();
    await becomes(() => plain.count(), 1);
    const rejections = page.waitForResponse((response) => response.url().includes('/v1/rejections'));
    await page.reload();
    await page.getByRole('heading', { name: /^Connect/, level: 1 }).waitFor();
    await rejections;
    await becomes(() => plain.count(), 1);
  });

  it('one menu has the profile, the accounts and the sign-out, and the name can be changed', async () => {
    const nora = await shared.person('Nora');
    await nora.createApplication('Shop');
    const page = await shared.open('/profile', { as: nora });
    const menu = page.getByRole('dialog', { name: 'Account and profile' });
    await page.getByRole('button', { name: /^Nora/ }).click();
    assert.deepEqual(await axeFaults(page, true), []);
    for (const name of ['Profile', /Account$/, 'System', 'API reference'])
      await becomes(() => menu.getByRole('link', { name }).count(), 1, String(name));
    await page.keyboard.press('Escape');

    const card = page.getByRole('region', { name: 'You', exact: true });
    await card.getByLabel('Name').fill('  Nora Ögren ');
    await card.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: /^Nora Ögren/ }).click();
    await becomes(() => card.getByLabel('Name').inputValue(), 'Nora Ögren');

    await menu.getByRole('link', { name: 'API reference' }).click();
    await page.getByRole('link', { name: 'Back to the console' }).click();
    await heading(page, 'Overview');
    await page.getByRole('button', { name: /^Nora Ögren/ }).click();
    await menu.getByRole('button', { name: 'Sign out' }).click();
    await heading(page, 'Sign in');
  });

  it('on a phone, the palette is a sheet as wide as the screen', async () => {
    const page = await open('/overview', PHONE);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await palette(page).fill('sess');
    await page.getByRole('option', { name: /^Sessions/, selected: true }).waitFor();
    const box = await page.getByRole('dialog', { name: 'Search and commands' }).boundingBox();
    assert.deepEqual([box?.x, box?.width], [0, PHONE.width]);
    await page.getByRole('option', { name: /^Sessions/ }).click();
    await heading(page, 'Sessions');
  });

  it('the font is served by the console itself', async () => {
    const page = await open('/models');
    await heading(page, 'Models');
    await page.waitForFunction(() => document.fonts.check('500 14px "Inter Variable"'));
    const files = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.woff2') ? [name] : [])),
    );
    // Files for other scripts are not loaded.
    assert.ok(files.length >= 1 && files.every((name) => /inter-latin/.test(name)), files.join(' '));
  });
});

/** Filters are kept from page to page, and can be saved as views. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFaults } from './support/axe.ts';
import { becomes } from './support/becomes.ts';
import { sharedConsole } from './support/shared-console.ts';

const PAGES = ['Interactions', 'Sessions', 'Users', 'Models', 'Errors', 'Overview'];
const PHONE = { width: 390, height: 844 };

describe('views', () => {
  // Views concern only the query: nothing has to be stored.
  const shared = sharedConsole({ store: false });
  const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
  const views = (page: Page) => sidebar(page).getByRole('region', { name: 'Views' });
  const entry = (page: Page, name: string) => views(page).getByRole('link', { name });
  const bar = (page: Page) => page.getByRole('main');
  const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

  /** Opens a page from the sidebar. */
  async function go(page: Page, name: string): Promise<void> {
    await sidebar(page).getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  async function save(page: Page, name: string, { share = false } = {}): Promise<void> {
    await bar(page).getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.locator('input[name=name]:focus').waitFor();
    await dialog.getByLabel('Name').fill(name);
    if (share) await dialog.getByRole('checkbox', { name: /^Share with everyone in/ }).check();
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await entry(page, name).waitFor();
  }

  async function choose(page: Page, view: string, action: string): Promise<void> {
    await entry(page, view).hover();
    await views(page)
      .getByRole('button', { name: `Actions for ${view}` })
      .click();
    await page
      .getByRole('dialog', { name: `Actions for ${view}` })
      .getByRole('button', { name: action })
      .click();
  }

  /** Adds another person to the owner's account. */
  async function joins(name: string, role: string, owner: Awaited<ReturnType<typeof shared.person>>) {
    const invitation = await owner.post(`/v1/accounts/${await owner.account()}/invitations`, { role });
    const person = await shared.person(name);
    const token = new URL(String(invitation.json.link)).hash.replace('#token=', '');
    assert.equal((await person.post('/v1/invitations/accept', { token })).status, 200);
    return person;
  }

  it('range, filters and search are kept from page to page, even through pages without any', async () => {
    const owner = await shared.person('Tara');
    const { id } = await owner.createApplication('Shop');
    const page = await shared.open(
      `/apps/${id}/overview?range=30d&q=refund&model=%5B%22gpt-4o%22%5D&label.feature=%5B%22chat%22%5D`,
      { as: owner },
    );
    const view = asked(page);
    assert.deepEqual(Object.keys(view).sort(), ['label.feature', 'model', 'q', 'range']);
    for (const name of PAGES) {
      await go(page, name);
      assert.deepEqual(asked(page), view, name);
    }
    await page.goBack();
    await page.getByRole('heading', { name: 'Errors', level: 1 }).waitFor();
    assert.deepEqual(asked(page), view);
    await sidebar(page).getByRole('link', { name: 'Settings', exact: true }).click();
    await page.waitForURL('**/settings/general');
    await go(page, 'Sessions');
    assert.deepEqual(asked(page), view);
  });

  it('only the range is kept when switching to another application', async () => {
    const owner = await shared.person('Toni');
    const { id } = await owner.createApplication('First');
    const second = await owner.createApplication('Second');
    const page = await shared.open(`/apps/${id}/errors?range=30d&tz=UTC&q=refund`, { as: owner });
    await sidebar(page).getByRole('button', { name: 'Application: First' }).click();
    await page.getByRole('option', { name: 'Second' }).click();
    await page.waitForURL(`**/apps/${second.id}/**`);
    assert.deepEqual(asked(page), { range: '30d', tz: 'UTC' });
  });

  it('a view can be saved, opened after a reload, updated, renamed and deleted', async () => {
    const owner = await shared.person('Sam');
    const { id } = await owner.createApplication('Shop');
    const page = await shared.open(`/apps/${id}/sessions`, { as: owner });
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
    // A page with its default settings cannot be saved.
    assert.equal(await bar(page).getByRole('button', { name: 'Save view' }).count(), 0);
    assert.equal(await views(page).count(), 0);

    await page.goto(`/apps/${id}/sessions?range=30d&q=refund&state=ended`);
    await bar(page).getByRole('button', { name: 'Save view' }).click();
    assert.deepEqual(await axeFaults(page, true), []);
    await page.keyboard.press('Escape');
    await save(page, 'Refunds');
    await becomes(() => entry(page, 'Refunds').getAttribute('aria-current'), 'page');
    await entry(page, 'Refunds').getByRole('img', { name: 'Private' }).waitFor();
    await becomes(
      () =>
        bar(page)
          .getByRole('button', { name: /^(Save|Update)/ })
          .count(),
      0,
    );

    await page.reload();
    await go(page, 'Models');
    await entry(page, 'Refunds').waitFor();
    await becomes(() => entry(page, 'Refunds').getAttribute('aria-current'), null);
    assert.deepEqual(await axeFaults(page, false), []);
    await entry(page, 'Refunds').click();
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
    assert.deepEqual(asked(page), { range: '30d', q: 'refund', state: 'ended' });

    // Changes can be saved to the view, or as another view.
    const ranged = async (preset: string) => {
      await page.getByRole('button', { name: /^Range:/ }).click();
      await page.getByRole('button', { name: preset, exact: true }).click();
    };
    await ranged('Last 24 hours');
    await bar(page).getByRole('button', { name: 'Update view' }).click();
    await bar(page).getByRole('button', { name: 'Update view' }).waitFor({ state: 'detached' });
    await becomes(() => entry(page, 'Refunds').getAttribute('aria-current'), 'page');
    await ranged('Last 90 days');
    await bar(page).getByRole('button', { name: 'Save as new' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByLabel('Name').fill('Refunds');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await dialog.getByText('A private view named “Refunds” already exists.').waitFor();
    await dialog.getByLabel('Name').fill('Older ones');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await entry(page, 'Older ones').waitFor();
    await entry(page, 'Refunds').click();
    await page.waitForURL('**range=24h**');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('older');
    await page.getByRole('option', { name: /Older ones/ }).click();
    await page.waitForURL('**range=90d**');

    // From the menu.
    await go(page, 'Errors');
    await choose(page, 'Older ones', 'Save current filters');
    await views(page).locator('[aria-current=page]', { hasText: 'Older ones' }).waitFor();
    await choose(page, 'Older ones', 'Rename');
    await page.getByRole('dialog', { name: 'Rename view' }).getByLabel('Name').fill('Errors of a day');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await entry(page, 'Errors of a day').waitFor();
    await choose(page, 'Errors of a day', 'Delete');
    await page
      .getByRole('dialog', { name: 'Delete view' })
      .getByRole('button', { name: 'Delete view' })
      .click();
    await entry(page, 'Errors of a day').waitFor({ state: 'detached' });
    await page.reload();
    await entry(page, 'Refunds').waitFor();
    await becomes(() => views(page).getByRole('link').count(), 1);
  });

  it('shared views are visible to other members, and private ones are not', async () => {
    const owner = await shared.person('Sheila');
    const { id } = await owner.createApplication('Desk');
    const member = await joins('Malte', 'member', owner);
    const viewer = await joins('Vito', 'viewer', owner);
    const mine = await shared.open(`/apps/${id}/errors?range=24h&q=quota`, { as: member });
    await save(mine, 'Quota today', { share: true });
    await entry(mine, 'Quota today').getByRole('img', { name: 'Shared by you' }).waitFor();
    await mine.goto(`/apps/${id}/models?range=90d`);
    await save(mine, 'My models');

    const theirs = await shared.open(`/apps/${id}/interactions?range=30d`, { as: viewer });
    await entry(theirs, 'Quota today').getByRole('img', { name: 'Shared by Malte' }).waitFor();
    await becomes(() => views(theirs).getByRole('link').count(), 1);
    assert.equal(await views(theirs).getByRole('button').count(), 0, 'a viewer has no menu');
    await bar(theirs).getByRole('button', { name: 'Save view' }).click();
    const dialog = theirs.getByRole('dialog', { name: 'Save view' });
    await dialog.getByLabel('Name').waitFor();
    assert.equal(await dialog.getByRole('checkbox').count(), 0, 'a viewer shares nothing');
    await theirs.keyboard.press('Escape');
    await entry(theirs, 'Quota today').click();
    await theirs.waitForURL(`**/apps/${id}/errors**`);
    assert.deepEqual(asked(theirs), { range: '24h', q: 'quota' });

    await choose(mine, 'Quota today', 'Make private');
    await entry(mine, 'Quota today').getByRole('img', { name: 'Private' }).waitFor();
    await choose(mine, 'My models', 'Share');
    await entry(mine, 'My models').getByRole('img', { name: 'Shared by you' }).waitFor();
    await theirs.reload();
    await entry(theirs, 'My models').waitFor();
    await becomes(() => views(theirs).getByRole('link').count(), 1);

    // Owners and admins may rename and delete shared views of others.
    const managing = await shared.open(`/apps/${id}/overview`, { as: owner });
    await choose(managing, 'My models', 'Delete');
    await managing.getByRole('button', { name: 'Delete view' }).click();
    await entry(managing, 'My models').waitFor({ state: 'detached' });
  });

  it('a phone shows views in the drawer, which closes afterwards; more than a few are collapsed', async () => {
    const owner = await shared.person('Pia');
    const { id } = await owner.createApplication('Pocket');
    for (let n = 1; n <= 10; n++) {
      const search = { range: '24h', q: `words ${n}` };
      await owner.post('/v1/views', { app: id, name: `View ${n}`, page: 'users', search });
    }
    const page = await shared.open(`/apps/${id}/users?range=30d`, { as: owner, ...PHONE });
    await page.getByRole('button', { name: 'Menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await entry(page, 'View 8').waitFor();
    await becomes(() => views(page).getByRole('link').count(), 8);
    await views(page).getByRole('button', { name: 'Show all 10' }).click();
    assert.deepEqual(await axeFaults(page, true), []);
    await entry(page, 'View 10').click();
    await drawer.waitFor({ state: 'hidden' });
    await page.waitForURL('**q=words**');
    assert.deepEqual(asked(page), { range: '24h', q: 'words 10' });
  });
});

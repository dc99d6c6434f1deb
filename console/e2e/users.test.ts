/** Users: shown and found by name, with a page each; anonymous users are listed separately. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drained } from '../../scripts/demo/start-parley.ts';
import { Browser as Person } from '../../server/test/support/browser.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import type { TestServer } from '../../server/test/support/server-process.ts';
import { becomes } from './support/becomes.ts';
import { settled } from './support/pages.ts';
import { sharedConsole } from './support/shared-console.ts';
import { counted, interactionList } from './support/steps.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const JANE = { userId: 'u_77', email: 'jane.smith@example.com', firstName: 'Jane', lastName: 'Smith' };
const FAILED = { error: { type: 'server_error', code: '500', message: 'The model is overloaded.' } };
const ANONYMOUS = 'Anonymous: 6 interactions, $';

describe('users', () => {
  let owner: Person;
  let appId = '';
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      owner = await new Person(server).signUp('ann@example.com', { name: 'Ann' });
      appId = await send(server, owner);
    },
  });
  const open = (path: string, width?: number) =>
    shared.open(`/apps/${appId}${path}`, { as: owner, ...(width ? { width } : {}) });

  it('users are shown by name everywhere, looked up in one request', async () => {
    const page = await open('/interactions?user=u_77');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v1/user-names')) asked.push(request.url());
    });
    await page.goto(`/apps/${appId}/interactions`);
    await counted(page, 11);
    const cells = interactionList(page).locator('tbody tr[id] [title$="u_77"]');
    await cells.getByText('Jane Smith').nth(3).waitFor();
    // Two interactions were sent with the name, the others without; all show it.
    await becomes(async () => new Set(await cells.allTextContents()), new Set(['Jane Smith']));
    assert.equal(asked.length, 1, asked.join('\n'));

    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('button', { name: 'User', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Anonymous' }).waitFor();
    await page.getByRole('textbox', { name: 'Find or add: User' }).fill('smith');
    await page.getByRole('checkbox', { name: 'Jane Smith' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'User is Jane Smith' }).waitFor();
    await counted(page, 4);
    // The previous list stays until the response arrives.
    await settled(page);

    await interactionList(page).locator('tbody tr[id]').first().click();
    const panel = page.getByRole('complementary', { name: 'Interaction' });
    await panel.getByRole('link', { name: 'Jane Smith' }).waitFor();
    await panel.getByRole('tab', { name: 'Details' }).click();
    await panel.getByRole('tabpanel').getByRole('link', { name: 'Jane Smith' }).waitFor();

    await page.goto(`/apps/${appId}/sessions`);
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await sessions.getByRole('link', { name: 'Jane Smith' }).waitFor();
    await sessions.getByRole('link', { name: 'When does the ferry leave?' }).click();
    await page.getByRole('region', { name: 'Details' }).getByRole('link', { name: 'Jane Smith' }).waitFor();
  });

  it('the overview ranks users by name, without anonymous ones', async () => {
    const page = await open('/overview');
    const card = page.getByRole('region', { name: 'Top users' });
    await card.getByRole('button', { name: 'Jane Smith' }).waitFor();
    await card.getByText('Bob@Example.com', { exact: true }).waitFor();
    await becomes(() => card.getByRole('listitem').allTextContents(), ['Jane Smith4', 'Bob@Example.com1']);
    await card.getByRole('link', { name: ANONYMOUS }).waitFor();
    await card.getByRole('button', { name: 'Jane Smith' }).click();
    await page.getByRole('heading', { name: 'Jane Smith', level: 1 }).waitFor();
  });

  it('users are found by name, address and key', async () => {
    const page = await open('/users');
    const list = page.getByRole('region', { name: 'Users' });
    const search = page.getByRole('textbox', { name: 'Search by name, email or key' });
    await list.getByRole('link', { name: 'Bob@Example.com' }).waitFor();
    for (const who of ['SMITH', 'e.smith@', 'U_7']) {
      await page.keyboard.press('/');
      await search.fill(who);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.searchParams.get('who') === who);
      await list.getByRole('link', { name: 'Bob@Example.com' }).waitFor({ state: 'detached' });
      await settled(page);
      await becomes(() => list.locator('tbody td:first-child').allTextContents(), ['Jane Smith'], who);
      await page.keyboard.press('Escape');
      await list.getByRole('link', { name: 'Bob@Example.com' }).waitFor();
    }
    await search.fill('smithereens');
    await page.keyboard.press('Enter');
    await page.getByText('No matches').waitFor();
  });

  it('anonymous users are listed separately, and lead to their interactions', async () => {
    const page = await open('/users?orderBy=interactions');
    const list = page.getByRole('region', { name: 'Users', exact: true });
    const names = () => list.locator('tbody td:first-child').allTextContents();
    await page.getByRole('link', { name: ANONYMOUS }).waitFor();
    await list.getByText('Bob@Example.com', { exact: true }).waitFor();
    await becomes(names, ['Jane Smith', 'Bob@Example.com']);
    await page.getByRole('checkbox', { name: 'Include anonymous' }).check();
    const apart = page.getByRole('region', { name: 'Anonymous', exact: true });
    await apart.getByRole('link', { name: 'Anonymous' }).nth(5).waitFor();
    await becomes(names, ['Jane Smith', 'Bob@Example.com']);
    await page.getByRole('link', { name: ANONYMOUS }).click();
    await counted(page, 6);

    await page.goBack();
    await apart.getByRole('link', { name: 'Anonymous' }).first().click();
    await page.getByRole('heading', { name: 'Anonymous', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Open interaction' }).click();
    await page.getByRole('complementary', { name: 'Interaction' }).getByRole('article').first().waitFor();
  });

  it('a user has a page with range, trend, models, errors and sessions', async () => {
    const page = await open('/users?range=24h');
    await page.getByRole('region', { name: 'Users' }).getByRole('link', { name: 'Jane Smith' }).click();
    await page.getByRole('heading', { name: 'Jane Smith', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('range'), '24h');
    const figure = (name: string) => page.locator(`dt:has-text("${name}") + dd`).first();
    await figure('Interactions').getByText('4', { exact: true }).waitFor();
    await figure('Error rate').getByText('25.0%', { exact: true }).waitFor();
    const models = page.getByRole('region', { name: 'Models', exact: true });
    await models.getByRole('button', { name: 'gpt-4o' }).waitFor();
    assert.equal(await models.getByRole('button', { name: 'o3-mini' }).count(), 0);
    await page.getByText('The model is overloaded.').first().waitFor();
    await page.getByRole('region', { name: 'Sessions' }).getByText('trip', { exact: true }).waitFor();
    await page.locator('rect[data-series]').first().waitFor();
    await page.getByRole('button', { name: 'Copy key' }).click();
    await becomes(() => page.evaluate(() => navigator.clipboard.readText()), 'u_77');

    await page.getByRole('button', { name: 'Range: Last 24 hours' }).click();
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await figure('Interactions').getByText('5', { exact: true }).waitFor();
    await models.getByRole('button', { name: 'o3-mini' }).click();
    await counted(page, 1);
    await page.goBack();
    await figure('Interactions').getByText('5', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'All interactions' }).click();
    await counted(page, 5);
    await page.getByRole('button', { name: 'User is Jane Smith' }).waitFor();
  });

  it('the list fits a phone', async () => {
    for (const path of ['/users?everybody=true', '/users/u_77?range=30d']) {
      const page = await open(path, 390);
      await page.getByText('Jane Smith').first().waitFor();
      await settled(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 390, `${path} is ${width} wide`);
    }
  });
});

/** Sends five interactions of Jane (one weeks ago, one failed), one of Bob, and six anonymous ones. */
async function send(server: TestServer, owner: Person): Promise<string> {
  const { id, ...keys } = await owner.createApplication('Shop');
  const now = Date.now();
  const track = async (age: number, changes: Record<string, unknown>) => {
    const timestamps = { request: now - age, response: now - age + 900 };
    const payload = payloadOf('openai', 'chat', { timestamps, ...changes }, keys);
    const answer = await server.post(bytesOf(payload));
    assert.equal(answer.status, 200, answer.text);
  };
  const messages = [{ role: 'user', content: 'When does the ferry leave?' }];
  await track(20 * DAY, { user: JANE, request: { model: 'o3-mini', messages } });
  await track(50 * MINUTE, { user: JANE, session: 'trip', request: { model: 'gpt-4o', messages } });
  await track(49 * MINUTE, {
    user: { userId: 'u_77' },
    session: 'trip',
    request: { model: 'gpt-4o', messages },
  });
  await track(48 * MINUTE, {
    user: { userId: 'u_77' },
    request: { model: 'gpt-4o', messages },
    response: FAILED,
  });
  await track(47 * MINUTE, { user: { userId: 'u_77' }, request: { model: 'gpt-4o', messages } });
  await track(46 * MINUTE, { user: { email: 'Bob@Example.com' } });
  for (let i = 0; i < 6; i++) await track((40 - i) * MINUTE, { user: i === 0 ? { phone: '555' } : null });
  await drained(server.url, () => {});
  return id;
}

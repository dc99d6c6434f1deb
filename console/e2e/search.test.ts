/** Search by who said it: the choice beside the search, marks in lists, panel and session, and what is offered. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type MadeApplication, makeApplications } from '../../scripts/demo/owner.ts';
import { drained } from '../../scripts/demo/start-parley.ts';
import { PASSWORD, Browser as Person } from '../../server/test/support/browser.ts';
import { eventually } from '../../server/test/support/eventually.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { sharedConsole } from './support/shared-console.ts';
import { counted, interactionList } from './support/steps.ts';

const NOW = Date.now();
const MINUTE = 60_000;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

const said = (role: string, content: string) => ({ role, content });
/** The system prompt has the word that the assistant says only once. */
const SYSTEM = said('system', 'You know every lighthouse.');
const LONG = `${'A line of a long answer.\n'.repeat(80)}The **lighthouse** is open.`;
const TURNS = [
  [[SYSTEM, said('user', 'Good morning')], 'Good morning! How can I help?'],
  [
    [
      SYSTEM,
      said('user', 'Good morning'),
      said('assistant', 'Good morning! How can I help?'),
      said('user', 'Is it open?'),
    ],
    LONG,
  ],
  [
    [
      SYSTEM,
      said('user', 'Good morning'),
      said('assistant', 'Good morning! How can I help?'),
      said('user', 'Is it open?'),
      said('assistant', LONG),
      said('user', 'Thank you'),
    ],
    'You are welcome.',
  ],
] as const;

describe('a search', () => {
  let owner: Person;
  let application: MadeApplication;
  const ids: string[] = [];
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      const email = 'ann@example.com';
      owner = await new Person(server).signUp(email, { name: 'Ann' });
      const [made] = await makeApplications(server.url, { email, password: PASSWORD }, ['Search']);
      if (!made) throw new Error('There is no application.');
      application = made;
      for (const [i, [messages, content]] of TURNS.entries()) {
        const request = NOW - (10 - i) * MINUTE;
        const payload = payloadOf(
          'openai',
          'chat',
          {
            session: 'a-visit',
            user: { userId: 'visitor-7', email: 'zoe@example.com', firstName: 'Zoe', lastName: 'Okafor' },
            trace: { traceId: TRACE },
            timestamps: { request, response: request + 900 },
            request: { model: 'gpt-4o', messages },
            response: {
              choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
            },
          },
          application.keys,
        );
        const { status, text, json } = await server.post(bytesOf(payload));
        assert.equal(status, 200, text);
        ids.push(String(json.id));
      }
      await drained(server.url, () => {});
    },
  });
  const open = (path: string) => shared.open(`/apps/${application.id}/${path}`, { as: owner });
  const field = (page: Page) => page.getByRole('textbox', { name: 'Search messages' });
  const inSight = (page: Page, selector: string) =>
    eventually('the first mark is in sight', () =>
      page
        .locator(selector)
        .first()
        .evaluate((mark) => {
          const { top, bottom } = mark.getBoundingClientRect();
          return top >= 0 && bottom <= window.innerHeight;
        }),
    );

  it('finds a word where it was said, not where every turn repeats it', async () => {
    const page = await open('interactions?range=24h');
    await counted(page, 3);
    await field(page).fill('lighthouse');
    await page.keyboard.press('Enter');
    await counted(page, 1);
    const row = page.locator(`#row-${ids[1]}`);
    await row.locator('mark').first().waitFor();
    assert.deepEqual(await interactionList(page).locator('mark').allTextContents(), ['lighthouse']);

    // In the panel, the long answer is unfolded, and its mark in sight; the system prompt has none.
    await row.click();
    const panel = page.getByRole('complementary', { name: 'Interaction' });
    await panel.locator('mark').first().waitFor();
    await inSight(page, 'aside mark');
    assert.deepEqual(await panel.locator('mark').allTextContents(), ['lighthouse']);
    await page.keyboard.press('Escape');

    const where = page.getByRole('combobox', { name: 'Search in' });
    await where.selectOption('System prompt');
    await page.waitForURL(/in=system/);
    await page
      .locator(`#row-${ids[0]}`)
      .getByText(/^System: .*lighthouse/)
      .waitFor();
    await counted(page, 1);
    await where.selectOption('Anywhere');
    await counted(page, 3);
    await where.selectOption('User');
    await page.getByText('in what users said').waitFor();
    await page.reload();
    await page.getByText('in what users said').waitFor();
    await page.getByRole('button', { name: 'Search anywhere' }).click();
    await page.waitForURL(/in=any/);
    await counted(page, 3);
  });

  it('shows in which turn of a session it was said, and leads there', async () => {
    const page = await open('sessions?range=24h&q=lighthouse');
    const row = page.getByRole('region', { name: 'Sessions' }).locator('tbody tr').first();
    await row.locator('mark').first().waitFor();
    await row.getByText('Turn 2', { exact: true }).waitFor();
    await row.getByRole('link').first().click();
    await page.waitForURL(/q=lighthouse.*#turn-2/);
    const turn = page.getByRole('article', { name: 'Turn 2 of 3' });
    await turn.locator('mark').first().waitFor();
    await inSight(page, '#turn-2 mark');
    assert.deepEqual(await page.locator('main mark, article mark').first().allTextContents(), ['lighthouse']);

    await page.goto(`/apps/${application.id}/sessions?range=24h&q=lighthouse&in=tool`);
    await page.getByText('in the results of tools').waitFor();
    await page.getByRole('button', { name: 'Search anywhere' }).click();
    await row.locator('mark').first().waitFor();
  });

  it('offers the user whose name or email address is typed', async () => {
    const page = await open('interactions?range=24h');
    await counted(page, 3);
    for (const words of ['okafor', 'zoe@example.com', 'visitor-7']) {
      await field(page).fill(words);
      await page.getByRole('link', { name: /^Open user Zoe Okafor/ }).waitFor();
    }
    await field(page).press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/users\/visitor-7/);
  });

  it('leads to what an id names', async () => {
    const page = await open('interactions?range=24h');
    await counted(page, 3);
    await field(page).fill('a-visit');
    await page.getByRole('link', { name: /^Open session a-visit/ }).waitFor();
    await field(page).fill(TRACE);
    await page.keyboard.press('Enter');
    await page.waitForURL(/trace=/);
    await field(page).fill(ids[2] ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`id=${ids[2]}`));
    await page.getByRole('complementary', { name: 'Interaction' }).getByText('You are welcome.').waitFor();
  });

  it('is kept in a saved view', async () => {
    const page = await open('interactions?range=24h&q=lighthouse&in=assistant');
    await counted(page, 1);
    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByLabel('Name').fill('Said lighthouse');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Said lighthouse' }).waitFor();
    await page.goto(`/apps/${application.id}/overview`);
    await page.getByRole('link', { name: 'Said lighthouse' }).click();
    await page.waitForURL(/in=assistant/);
    await counted(page, 1);
  });
});

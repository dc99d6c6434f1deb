/** Finding interactions: filters, search, charts that lead to what is behind them, sessions, users. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { withKeys } from '@parley/sample/with-keys';
import type { Page } from 'playwright-core';
import { eventually } from '../../server/test/support/eventually.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { unzip } from '../../server/test/support/unzip.ts';
import { valueName } from '../src/lib/upstream-names.ts';
import { becomes } from './support/becomes.ts';
import { type Filled, fill } from './support/fill.ts';
import { pagesOf, settled } from './support/pages.ts';
import { downloadedBytes, readDownload } from './support/read-download.ts';
import { sharedConsole } from './support/shared-console.ts';
import { counted, interactionList } from './support/steps.ts';

/** Until a payload is stored and appears in the list. */
const STORED_MS = 120_000;

describe('finding interactions', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 250);
    },
  });
  const open = (path: string) => shared.open(`/apps/${filled.application.id}${path}`, { as: filled.owner });
  const track = async (changes: Record<string, unknown>) => {
    const { keys } = filled.application;
    const answer = await shared.server.post(bytesOf(payloadOf('openai', 'chat', changes, keys)));
    assert.equal(answer.status, 200, answer.text);
    return String(answer.json.id);
  };

  it('a filter narrows the list, is in the address, and can be removed', async () => {
    const all = filled.stored.length;
    const formats = Map.groupBy(filled.stored, ({ reconify }) => reconify.format);
    const [format, own] = [...formats].sort((a, b) => b[1].length - a[1].length)[0] ?? ['', []];
    const page = await open('/interactions?range=30d');
    await counted(page, all);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('button', { name: 'Format', exact: true }).click();
    await page.getByRole('checkbox', { name: valueName('format', format) }).check();
    await counted(page, own.length);
    await page.keyboard.press('Escape');
    await becomes(() => decodeURIComponent(page.url()), new RegExp(`format=.*${format}`));

    await page.reload();
    await counted(page, own.length);
    await page.getByRole('button', { name: 'Remove the filter format' }).click();
    await counted(page, all);
  });

  it('search finds words, and highlights them', async () => {
    const messages = [{ role: 'user', content: 'Which jam is best on toast, marmalade or quince?' }];
    const id = await track({ request: { model: 'gpt-4o', messages } });
    await eventually(
      'it can be found',
      async () => {
        const path = `/v1/interactions?app=${filled.application.id}&q=marmalade`;
        return JSON.stringify((await filled.owner.get(path)).json).includes(id);
      },
      STORED_MS,
    );
    const page = await open('/interactions?range=30d');
    await settled(page);
    await page.keyboard.press('/');
    await page.keyboard.type('Marmalade');
    await page.keyboard.press('Enter');
    await counted(page, 1);
    await interactionList(page).locator('mark').waitFor();
    assert.deepEqual(await interactionList(page).locator('mark').allTextContents(), ['marmalade']);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await counted(page, filled.stored.length + 1);
  });

  it('a bar of a chart leads to exactly its interactions', async () => {
    const page = await open('/overview?range=30d&stack=model');
    const card = page.getByRole('region', { name: 'Interactions', exact: true });
    const bar = card.locator('rect[data-series]:not([data-series="Others"])').first();
    await bar.waitFor();
    await settled(page);
    const model = (await bar.getAttribute('data-series')) ?? '';
    await bar.hover();
    const tip = card.locator('p').filter({ hasText: model });
    const count = Number(await tip.locator('.tabular').textContent());
    assert.ok(count > 0, `${model} has nothing in this bar`);
    await bar.click();

    await page.getByRole('heading', { name: 'Interactions', level: 1 }).waitFor();
    await counted(page, count);
    await page.getByText('End of list').waitFor();
    const cells = interactionList(page).locator('tbody tr[id] td:nth-child(3)');
    await becomes(async () => new Set(await cells.allTextContents()), new Set([model]));
    await page.goBack();
    await card.waitFor();
  });

  it('an interaction is shown as a conversation, as facts and raw, and a link shows the same', async () => {
    const page = await open('/interactions?range=30d&outcome=ok');
    // Far enough down that the list beside the panel has to scroll.
    await interactionList(page).locator('tbody tr[id]').nth(15).click();
    const panel = page.getByRole('complementary', { name: 'Interaction' });
    await panel.getByRole('article').first().waitFor();
    const said = await panel.getByRole('article').last().innerText();
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    const raw = await filled.owner.get(`/v1/interactions/${id}/raw`);
    const { request } = raw.json as { request: Record<string, unknown> };

    await panel.getByRole('tab', { name: 'Details' }).click();
    await panel.getByText(id).waitFor();
    for (const group of ['Model', 'Tokens', 'Cost', 'Time', 'User and session'])
      assert.ok(await panel.getByRole('heading', { name: group, exact: true }).isVisible(), group);

    await panel.getByRole('tab', { name: 'Raw' }).click();
    for (const name of Object.keys(request)) await panel.getByText(name).first().waitFor();
    await panel.getByRole('tabpanel').getByRole('button', { name: 'Copy', exact: true }).first().click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.deepEqual(JSON.parse(copied), raw.json);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('link', { name: 'Download' }).click(),
    ]);
    assert.equal(await readDownload(download), raw.text);

    // A key selects the next interaction, and another the previous one.
    await interactionList(page).focus();
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.searchParams.get('id') !== id);
    await page.keyboard.press('k');
    await page.waitForURL((url) => url.searchParams.get('id') === id);

    await panel.getByRole('tab', { name: 'Conversation' }).click();
    await panel.getByRole('article').first().waitFor();
    const link = new URL(page.url());
    const elsewhere = await shared.open(link.pathname + link.search, { as: filled.owner });
    const same = elsewhere.getByRole('complementary', { name: 'Interaction' }).getByRole('article').last();
    await same.waitFor();
    assert.equal(await same.innerText(), said);
    await elsewhere.locator(`tr[aria-selected=true]#row-${id}`).waitFor();
    await becomes(() => inSight(elsewhere, `#row-${id}`), true, 'the row is not in sight');
  });

  it('a session opens as one conversation, and leads to the user with all their sessions', async () => {
    const sessions = Map.groupBy(
      filled.stored.filter(({ session, user }) => session && user?.userId),
      ({ session }) => session,
    );
    const [name = '', posts = []] = [...sessions].sort((a, b) => b[1].length - a[1].length)[0] ?? [];
    const user = posts[0]?.user;
    assert.ok(posts.length > 1 && user?.userId);

    const page = await open(`/interactions?range=30d&session=${encodeURIComponent(name)}`);
    await counted(page, posts.length);
    await interactionList(page).locator('tbody tr[id]').first().click();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByRole('tabpanel').getByRole('link', { name }).click();

    const facts = page.getByRole('region', { name: 'Details' });
    await facts.waitFor();
    await page.getByTitle(name).first().waitFor();
    const turns = page.locator('article[aria-label^="Turn "]');
    const count = Number(await facts.locator('dt:text-is("Turns") + dd').textContent());
    await becomes(() => turns.count(), count);
    assert.ok(count >= 1 && count <= posts.length);

    const called = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email || user.userId;
    await facts.getByRole('link', { name: called }).click();
    await page.getByRole('heading', { name: called, level: 1 }).waitFor();
    await page.locator('code').getByText(user.userId, { exact: true }).waitFor();
    const own = filled.stored.filter((one) => one.user?.userId === user.userId);
    const everything = await page.locator('dt:text-is("All time") + dd').textContent();
    assert.match(everything ?? '', new RegExp(`^${own.length} interaction`));
    await page.goto(`${new URL(page.url()).pathname}?range=30d`);
    await page.getByRole('region', { name: 'Sessions' }).getByTitle(name).first().waitFor();
    await page.getByRole('link', { name: 'All interactions' }).click();
    await counted(page, own.length);
  });

  it('sessions and users are listed in the selected order', async () => {
    const page = await open('/sessions?range=30d');
    const descending = async (table: string, head: string, column: number) => {
      await page.getByRole('region', { name: table }).getByRole('button', { name: head }).click();
      await page.waitForURL(/orderBy=interactions/);
      await settled(page);
      await page.locator('th[aria-sort="descending"]').filter({ hasText: head }).waitFor();
      await eventually(`${table} are in the order of ${head}`, async () => {
        const texts = await page.locator(`tbody td:nth-child(${column})`).allTextContents();
        const counts = texts.map((text) => Number.parseInt(text, 10));
        const descends = isDeepStrictEqual(
          counts,
          counts.toSorted((a, b) => b - a),
        );
        return counts.length > 1 && (counts[0] ?? 0) > 1 && descends;
      });
    };
    await descending('Sessions', 'Turns', 3);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
    await descending('Users', 'Interactions', 5);
  });

  it('new interactions appear while somebody watches', async () => {
    const page = await open('/interactions');
    await settled(page);
    await page.getByRole('switch', { name: 'Live' }).click();
    await page.getByRole('switch', { name: 'Live' }).getByText('Live').waitFor();
    const messages = [{ role: 'user', content: 'Is anybody there, at the harbour?' }];
    await track({ request: { model: 'gpt-4o', messages }, timestamps: { request: Date.now() } });
    await interactionList(page)
      .locator('tbody tr[id]')
      .first()
      .getByText('at the harbour')
      .waitFor({ timeout: STORED_MS });
  });

  it('a download contains what is on the screen', async () => {
    const page = await open('/interactions?range=30d&format=anthropic');
    await settled(page);
    const own = filled.stored.filter(({ reconify }) => reconify.format === 'anthropic').length;
    await counted(page, own);
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /JSON lines/ }).click(),
    ]);
    const lines = (await readDownload(download)).trim().split('\n');
    assert.equal(lines.length, own);
  });

  it('a data set is downloaded in the format that was chosen', async () => {
    const page = await open('/interactions?range=30d&format=anthropic');
    await settled(page);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: /Training data/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Training data' });
    await dialog.getByLabel('Format').selectOption('Gemini on Vertex AI');
    await dialog.getByRole('radio', { name: /Session/ }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^parley-dataset-gemini-.*\.zip$/);
    const manifest = JSON.parse(String(unzip(await downloadedBytes(download)).get('manifest.json')));
    assert.deepEqual(
      [manifest.format, manifest.per, manifest.filters.format],
      ['gemini', 'session', ['anthropic']],
    );
    assert.ok(manifest.counts.lines > 0);
  });

  it('one tenant cannot see another, whatever address they open', async () => {
    const secrets = [
      'Ann',
      filled.application.name,
      ...filled.stored.slice(0, 50).map(({ session }) => session ?? ''),
    ];
    const bob = await shared.person('Bob');
    const { id, appKey, apiKey } = await bob.createApplication("Bob's own");
    const page = await shared.open('/', { as: bob });
    await page.waitForURL(`**/apps/${id}/overview`);
    const asked: { path: string; status: number }[] = [];
    page.on('response', (response) => {
      const { pathname, search } = new URL(response.url());
      if (search.includes(filled.application.id)) asked.push({ path: pathname, status: response.status() });
    });
    const pages = await pagesOf(async (path) => (await filled.owner.get(path)).json);
    const paths = new Set(pages.map(({ path }) => path).filter((path) => /^\/(apps|accounts)\//.test(path)));
    assert.ok(paths.size > 15);
    for (const path of paths) {
      await page.goto(path);
      await page
        .getByRole('heading', { name: /^You don’t have access to this (application|account)$/ })
        .waitFor();
      const text = await page.locator('body').innerText();
      for (const secret of secrets)
        if (secret) assert.ok(!text.includes(secret), `${path} shows "${secret}"`);
    }
    assert.deepEqual(
      asked.filter(({ status }) => status === 200),
      [],
    );

    // Nor can an id from another tenant be opened in one's own list.
    const interactions = await filled.owner.get(`/v1/interactions?app=${filled.application.id}&limit=1`);
    const [theirs] = (interactions.json as { data: { id: string }[] }).data;
    const [post] = filled.stored;
    assert.ok(theirs && post);
    await shared.server.post(JSON.stringify(withKeys(post, { appKey, apiKey })));
    await page.goto(`/apps/${id}/interactions?id=${theirs.id}`);
    await page.getByText('It does not exist, or is no longer kept.').waitFor();
  });

  it('large messages in a session are truncated, and lead to the full interaction', async () => {
    const messages = Array.from({ length: 30 }, (_, i) => ({
      role: 'user',
      content: `Chapter ${i}. ${'And so on. '.repeat(300)}`,
    }));
    const id = await track({ session: 'a long story', request: { model: 'gpt-4o', messages } });
    await eventually(
      'the session is there',
      async () => (await filled.owner.get(`/v1/sessions/${id}`)).status === 200,
      STORED_MS,
    );
    const page = await open(`/sessions/${id}`);
    const turn = page.locator('article[aria-label^="Turn "]');
    await turn.getByText('Chapter 29.').waitFor();
    assert.equal(await turn.getByText('Chapter 0.').count(), 0);
    await turn.getByText('Shortened.').getByRole('link', { name: 'Open interaction' }).click();
    // The history is collapsed.
    await page.getByText('Chapter 0.').first().waitFor({ state: 'attached' });
  });
});

/** Whether an element is visible without scrolling. */
function inSight(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const around = element.closest('.overflow-auto')?.getBoundingClientRect();
    return around !== undefined && top >= around.top && bottom <= around.bottom;
  });
}

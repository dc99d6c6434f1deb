/** The overview: one request, figures first, rankings by what matters, and an empty state that names its cause. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { QueryAnswer, type ReadsBody, SessionList } from '@parley/contract';
import type { Page } from 'playwright-core';
import { eventually } from '../../server/test/support/eventually.ts';
import { axeFaults } from './support/axe.ts';
import { type Filled, fill } from './support/fill.ts';
import { settled } from './support/pages.ts';
import { sharedConsole } from './support/shared-console.ts';

/** Waits until the overview is complete. */
async function shown(page: Page): Promise<void> {
  await page.locator('dl[aria-label="Figures"][aria-busy=false]').waitFor();
  await settled(page);
}

/** What every page of the console asks for, whatever it shows. */
const OF_THE_SHELL = ['me', 'status', 'views', 'monitors', 'rejections', 'refusals', 'system'].map(
  (name) => `/v1/${name}`,
);

describe('the overview', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 150);
    },
  });
  const open = async (path: string) => {
    const page = await shared.open(`/apps/${filled.application.id}${path}`, { as: filled.owner });
    await shown(page);
    return page;
  };
  const ask = async (body: object) => {
    const filters = { app: filled.application.id };
    return QueryAnswer.parse((await filled.owner.post('/v1/query', { ...body, filters })).json);
  };
  const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const tile = (page: Page, name: string) =>
    page
      .locator('dl[aria-label="Figures"] > div')
      .filter({ has: page.getByRole('link', { name, exact: true }) });

  it('asks once for all that it shows, on opening and for another range', async () => {
    const page = await shared.open('about:blank', { as: filled.owner });
    let asked: { path: string; reads: string[] }[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (!path.startsWith('/v1/') || OF_THE_SHELL.includes(path)) return;
      const { reads = [] }: Partial<ReadsBody> = request.postDataJSON() ?? {};
      asked.push({ path, reads: reads.map(({ read, input }) => JSON.stringify([read, input])) });
    });
    const askedOnce = () => {
      const [first, ...again] = asked;
      assert.deepEqual(new Set(asked.map(({ path }) => path)), new Set(['/v1/reads']));
      assert.ok(first && first.reads.length > 10, `${first?.reads.length} reads`);
      // On a busy machine, an answer that is late is asked for again.
      for (const { reads } of again)
        assert.deepEqual(
          reads.filter((one) => !first.reads.includes(one)),
          [],
        );
      asked = [];
    };
    await page.goto(`/apps/${filled.application.id}/overview?range=30d`);
    await page.getByText('Activity by hour').waitFor();
    await shown(page);
    askedOnce();
    await page.getByRole('button', { name: 'Range: Last 30 days' }).click();
    await page.getByRole('button', { name: 'Last 24 hours' }).click();
    await page.waitForURL(/range=24h/);
    await eventually('the next range is asked for', () => asked.length > 0);
    await shown(page);
    askedOnce();
  });

  it('shows nothing old as final while another range loads', async () => {
    const page = await open('/overview?range=30d');
    const release = Promise.withResolvers<void>();
    await page.route('**/v1/reads', async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Range: Last 30 days' }).click();
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await page.locator('dl[aria-label="Figures"][aria-busy=true]').waitFor();
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
    for (const name of ['Interactions', 'Cost', 'Top users', 'Top labels', 'Latest errors'])
      await card(page, name).locator('[aria-busy=true]').first().waitFor();
    release.resolve();
    await shown(page);
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
  });

  it('counts the people that are named beside the calls without a user', async () => {
    const page = await open('/overview?range=30d');
    const { rows } = await ask({ measures: ['identifiedUsers', 'anonymousUsers'] });
    const [row] = rows;
    await tile(page, 'Users')
      .getByText(new RegExp(`^${row?.identifiedUsers} (people|person)$`))
      .waitFor();
    await tile(page, 'Users')
      .getByText(new RegExp(`^${row?.anonymousUsers} anonymous calls?$`))
      .waitFor();
    assert.ok(Number(row?.identifiedUsers) > 0 && Number(row?.anonymousUsers) > 0);
  });

  it('says in words and by a mark whether a change of cost is favourable', async () => {
    const page = await open('/overview?range=7d');
    const cost = tile(page, 'Cost');
    const text = (await cost.textContent()) ?? '';
    assert.match(
      text,
      /↑.*more than the period before, unfavourable|↓.*less than the period before, favourable/,
    );
    assert.equal(await cost.locator('dd svg').first().isVisible(), true);
    assert.doesNotMatch((await tile(page, 'Interactions').textContent()) ?? '', /favourable/);
  });

  it('ranks users and labels by cost, calls, tokens or errors, and keeps the choice in the address', async () => {
    const page = await open('/overview?range=30d');
    for (const [choice, rank, measure] of [
      ['by cost', 'cost', 'costUsd'],
      ['by tokens', 'tokens', 'totalTokens'],
      ['by errors', 'errors', 'errors'],
      ['by interactions', 'calls', 'interactions'],
    ] as const) {
      await card(page, 'Top users').getByLabel('Rank by').selectOption(choice);
      await page.waitForURL(new RegExp(`rank=${rank}`));
      await shown(page);
      const { rows, users } = await ask({ measures: [measure], dimensions: ['user'], names: true });
      const named = rows.filter((row) => row.user !== null && Number(row[measure]) > 0).slice(0, 8);
      const items = await card(page, 'Top users').getByRole('listitem').allTextContents();
      assert.equal(items.length, named.length, choice);
      const first = users?.find(({ key }) => key === named[0]?.user);
      const name =
        [first?.firstName, first?.lastName].filter(Boolean).join(' ') || first?.email || first?.key;
      if (named.length > 0)
        assert.ok(items[0]?.startsWith(name ?? ''), `${choice}: ${items[0]}, not ${name}`);
      assert.equal(await card(page, 'Top labels').getByLabel('Rank by').inputValue(), rank);
    }
    await card(page, 'Top labels').getByLabel('Rank by').selectOption('by cost');
    await card(page, 'Top labels').getByLabel('Label', { exact: true }).selectOption('environment');
    await page.waitForURL(/label=environment/);
    await page.reload();
    await shown(page);
    assert.equal(await card(page, 'Top users').getByLabel('Rank by').inputValue(), 'cost');
    const value = card(page, 'Top labels').getByRole('button', { name: /^production/ });
    await value.waitFor();
    await value.click();
    await page.getByRole('button', { name: 'environment is production' }).waitFor();
  });

  it('stacks charts by user, under the names of the users', async () => {
    const page = await open('/overview?range=30d');
    await card(page, 'Cost').getByLabel('Stack by').selectOption('by user');
    await page.waitForURL(/stack=user/);
    await shown(page);
    const { rows, users } = await ask({ measures: ['costUsd'], dimensions: ['user'], names: true });
    const first = users?.find(({ key }) => key === rows[0]?.user);
    const name =
      [first?.firstName, first?.lastName].filter(Boolean).join(' ') ||
      first?.email ||
      first?.key ||
      'Anonymous';
    const legend = card(page, 'Cost').getByRole('listitem');
    await legend.filter({ hasText: name }).first().waitFor();
    const costly = rows.filter(({ costUsd }) => Number(costUsd) > 0);
    if (costly.length > 7) await legend.filter({ hasText: 'Others' }).waitFor();
    await eventually('seven users at most have their own colour', async () => {
      const shownUsers = await legend.count();
      return shownUsers > 1 && shownUsers <= 8;
    });
  });

  it('names the filters and the range that nothing matches, and leads out of them', async () => {
    const path = '/overview?range=24h&model=%5B%22nobody-home%22%5D&label.environment=%5B%22moon%22%5D&q=zzz';
    const page = await open(path);
    const filters = page.getByRole('list', { name: 'Filters without a match' });
    await filters.waitFor();
    assert.deepEqual((await filters.getByRole('listitem').allTextContents()).sort(), [
      'Response model is nobody-home',
      'environment is moon',
    ]);
    await page.getByText('No interactions in this range (Last 24 hours) have zzz in').waitFor();
    assert.deepEqual(await axeFaults(page, false), []);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('Activity by hour').waitFor();
    for (const place of ['sessions', 'errors', 'models', 'users']) {
      await page.goto(`/apps/${filled.application.id}/${place}?model=%5B%22nobody-home%22%5D`);
      await page.getByText('No matches').waitFor();
      await filters.getByText('Model is nobody-home').waitFor();
    }
  });

  it('shows the labels of sessions, and a label leads to the sessions with it', async () => {
    const page = await shared.open(`/apps/${filled.application.id}/sessions?range=30d`, { as: filled.owner });
    const list = page.getByRole('region', { name: 'Sessions' });
    const labels = list.getByRole('list', { name: 'Labels' });
    await labels.first().waitFor();
    const label = labels.getByRole('link', { name: /^environment: staging/ }).first();
    await label.click();
    await page.getByRole('button', { name: 'environment is staging' }).waitFor();
    await settled(page);
    const query = new URLSearchParams({
      app: filled.application.id,
      'label.environment': 'staging',
      limit: '500',
    });
    const { data } = SessionList.parse((await filled.owner.get(`/v1/sessions?${query}`)).json);
    assert.ok(data.length > 0 && data.every((one) => one.labels.environment?.includes('staging')));
    assert.equal(await list.locator('tbody tr').count(), Math.min(50, data.length));
    await page.goto(`/apps/${filled.application.id}/sessions/${data[0]?.id}`);
    await card(page, 'Details').getByRole('link', { name: 'environment: staging' }).waitFor();
  });

  it('cuts no figure off, however wide the window', async () => {
    const page = await open('/overview?range=30d');
    for (const width of [360, 390, 700, 1024, 1152, 1280, 1366, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await page
        .locator('dl[aria-label="Figures"] > div')
        .evaluateAll((tiles) =>
          tiles.filter((one) => one.scrollWidth > one.clientWidth).map(({ textContent }) => textContent),
        );
      assert.deepEqual(cut, [], `at ${width}`);
    }
  });
});

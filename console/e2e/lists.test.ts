/** The list of interactions: its order, its columns, and filtering by a cell. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Interaction, InteractionList } from '@parley/contract';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../server/test/support/eventually.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { becomes } from './support/becomes.ts';
import { type Filled, fill } from './support/fill.ts';
import { settled } from './support/pages.ts';
import { sharedConsole } from './support/shared-console.ts';
import { counted, interactionList } from './support/steps.ts';

/** Until a payload is stored and appears in the list. */
const STORED_MS = 120_000;

describe('the list of interactions', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 150);
    },
  });
  const open = (search: string, width = 1440) =>
    shared.open(`/apps/${filled.application.id}/interactions?range=30d${search}`, {
      as: filled.owner,
      width,
    });
  /** All interactions, from the API. */
  const everything = async (): Promise<Interaction[]> => {
    const path = `/v1/interactions?app=${filled.application.id}&limit=500`;
    return InteractionList.parse((await filled.owner.get(path)).json).data;
  };
  const track = async (changes: Record<string, unknown>) => {
    const { keys } = filled.application;
    const answer = await shared.server.post(bytesOf(payloadOf('openai', 'chat', changes, keys)));
    assert.equal(answer.status, 200, answer.text);
    return String(answer.json.id);
  };
  const stored = (id: string) =>
    eventually('it is stored', async () => (await everything()).some((one) => one.id === id), STORED_MS);

  const rowsOf = (page: Page) => interactionList(page).locator('tbody tr[id]');
  const idsOf = async (page: Page) => {
    await rowsOf(page).first().waitFor();
    const ids = await rowsOf(page).evaluateAll((rows) => rows.map(({ id }) => id.slice('row-'.length)));
    return ids.slice(0, 15);
  };
  const head = (page: Page, name: string) => interactionList(page).locator('th').filter({ hasText: name });
  /** Waits until nothing is loading. */
  const idle = (page: Page) => page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  const cell = async (page: Page, row: Locator, name: string) => {
    await row.waitFor();
    const heads = await interactionList(page).locator('th').allTextContents();
    return row.locator('td').nth(heads.findIndex((text) => text.startsWith(name)));
  };

  it('the selected row is visible, below the column headers and beside the panel', async () => {
    const ids = (await everything()).map(({ id }) => id);
    const inSight = async (page: Page, id: string) => {
      const row = interactionList(page).locator(`[id="row-${id}"]`);
      const isHidden = () =>
        row.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          const list = element.closest('section')?.getBoundingClientRect();
          const heads = element.closest('table')?.tHead;
          // Without visible headers, they are there for screen readers only.
          const below = heads?.classList.contains('sr-only') ? null : heads?.querySelector('th');
          const least = below?.getBoundingClientRect().bottom ?? list?.top ?? Number.POSITIVE_INFINITY;
          return !list || top < least - 1 || bottom > list.bottom + 1;
        });
      await becomes(isHidden, false, `row ${ids.indexOf(id)} is not visible`);
    };
    // With the panel open, the list is a table in the wide window and has two lines per row in the narrow
    // one.
    for (const width of [1440, 2560]) {
      const page = await open(`&id=${ids[60]}`, width);
      await page.getByRole('complementary', { name: 'Interaction' }).getByRole('tab').first().waitFor();
      await inSight(page, ids[60] ?? '');
    }
    const page = await open('');
    await rowsOf(page).first().click();
    await page.keyboard.press('Escape');
    await interactionList(page).focus();
    for (const id of ids.slice(1, 40)) {
      await page.keyboard.press('ArrowDown');
      await page.locator(`[aria-activedescendant="row-${id}"]`).waitFor();
    }
    await inSight(page, ids[39] ?? '');
  });

  it('a filter can be inverted', async () => {
    const all = await everything();
    const fine = all.filter(({ outcome }) => outcome === 'ok').length;
    assert.ok(fine > 0 && fine < all.length);
    const page = await open('&outcome=ok');
    await counted(page, fine);
    await page.getByRole('button', { name: 'Outcome is OK', exact: true }).click();
    await page.getByRole('radio', { name: 'is not' }).check({ force: true });
    await counted(page, all.length - fine);
    await page.waitForURL(/not\.outcome=/);
    // The menu is still open, with the same values.
    await becomes(() => page.getByRole('checkbox', { name: 'OK' }).isChecked(), true);
    await page.getByRole('checkbox', { name: 'Failed' }).check();
    await counted(page, all.filter(({ outcome }) => outcome === 'blocked').length);
    await page.getByRole('checkbox', { name: 'Failed' }).uncheck();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: 'Outcome is not OK', exact: true }).waitFor();
    await counted(page, all.length - fine);

    const sessions = page.getByRole('link', { name: 'Sessions' });
    await becomes(
      async () => decodeURIComponent((await sessions.getAttribute('href')) ?? ''),
      /not\.outcome=/,
    );
    await page.getByRole('button', { name: 'Remove the filter Outcome' }).click();
    await counted(page, all.length);
  });

  it('a column header sorts the list, and a sorted list cannot be followed live', async () => {
    const all = await everything();
    const page = await open('&live=true');
    const live = page.getByRole('switch', { name: 'Live' });
    for (const [name, orderBy, read] of [
      ['Cost', 'costUsd', ({ cost }: Interaction) => cost?.usd ?? null],
      ['Latency', 'latencyMs', ({ latencyMs }: Interaction) => latencyMs],
      ['Tokens', 'totalTokens', ({ usage }: Interaction) => usage.total],
    ] as const) {
      const button = head(page, name).getByRole('button');
      for (const order of ['desc', 'asc'] as const) {
        await button.click();
        await page.waitForURL((url) => url.searchParams.get('orderBy') === orderBy);
        const sort = { desc: 'descending', asc: 'ascending' }[order];
        await interactionList(page).locator(`th[aria-sort=${sort}]`).filter({ hasText: name }).waitFor();
        const sign = order === 'asc' ? 1 : -1;
        const expected = all
          .toSorted((a, b) => {
            const [first, second] = [read(a), read(b)];
            const newer = a.requestedAt === b.requestedAt ? 0 : a.requestedAt > b.requestedAt ? -1 : 1;
            if (first === null || second === null)
              return Number(first === null) - Number(second === null) || newer;
            return sign * (first - second) || newer;
          })
          .map((record) => read(record));
        const figures = new Map(all.map((record) => [record.id, read(record)]));
        await eventually(`the list is sorted by ${name} ${order}`, async () => {
          const shown = (await idsOf(page)).map((id) => figures.get(id));
          return shown.length > 0 && shown.every((figure, i) => figure === expected[i]);
        });
        await becomes(() => live.isDisabled(), true);
        await becomes(() => live.getAttribute('title'), 'Sort by newest first to go live');
      }
    }
    await page.getByText('Fewest tokens first').waitFor();
    await page.reload();
    await page.getByText('Fewest tokens first').waitFor();
    await page.getByRole('button', { name: 'Back to newest first' }).click();
    await eventually('it is followed again', () => live.isEnabled());
    await eventually('the newest is on top', async () => (await idsOf(page))[0] === all[0]?.id);
  });

  it('columns can be resized', async () => {
    const page = await open('');
    await settled(page);
    const model = head(page, 'Model');
    const edge = page.getByRole('separator', { name: 'Width of Model' });
    const width = async () => Math.round((await model.boundingBox())?.width ?? 0);
    const before = await width();
    const box = await edge.boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 50, y, { steps: 4 });
    await becomes(width, before + 50);
    await page.mouse.move(x + 80, y, { steps: 2 });
    await page.mouse.up();
    await becomes(width, before + 80);
    await becomes(() => edge.getAttribute('aria-valuenow'), String(before + 80));
    await becomes(() => head(page, 'Model').getAttribute('aria-sort'), null);
    await edge.press('ArrowRight');
    await eventually('a key makes it wider', async () => (await width()) === before + 96);

    // The text columns share the remaining width until one of them is resized.
    const input = page.getByRole('separator', { name: 'Width of Input' });
    const wide = async () => Math.round((await head(page, 'Input').boundingBox())?.width ?? 0);
    const least = await wide();
    await input.press('ArrowLeft');
    await eventually('a text is narrower', async () => (await wide()) === least - 16);

    await page.reload();
    await model.waitFor();
    await becomes(async () => [await width(), await wide()], [before + 96, least - 16]);
    await edge.dblclick();
    await eventually('it is as it was', async () => (await width()) === before);
  });

  it('a failed call shows its error in place of the answer', async () => {
    const message = 'The harbour crane is stuck.\nAsk somebody to oil it.';
    const id = await track({
      request: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Lift it, please.' }] },
      response: { error: { type: 'crane_error', code: 'stuck', message } },
    });
    await stored(id);
    for (const width of [1440, 390]) {
      const page = await open('', width);
      // Two lines have no column for the code.
      const why = page.locator(`#row-${id}`).getByText(/^(?:stuck: )?The harbour crane is stuck\.$/);
      await why.waitFor();
      const [shown, bad] = await why.evaluate((element) => {
        const bad = document.createElement('span');
        bad.className = 'text-bad';
        element.append(bad);
        return [getComputedStyle(element).color, getComputedStyle(bad).color];
      });
      assert.equal(shown, bad);
    }
  });

  it("a cell's value can be filtered by, and a click beside it opens the row", async () => {
    const all = await everything();
    const page = await open('');
    await counted(page, all.length);
    const byId = new Map(all.map((record) => [record.id, record]));
    const shown = (await idsOf(page)).map((id) => byId.get(id));
    const place = shown.findIndex((one) => one?.requestedModel);
    const first = shown[place];
    await (await cell(page, rowsOf(page).nth(place), 'Model')).hover();
    await page.getByRole('button', { name: 'Filter by this' }).click();
    const menu = page.getByRole('dialog', { name: 'Filter by a value' });
    await menu.getByRole('button', { name: 'Only this' }).click();
    const own = all.filter((one) => one.requestedModel === first?.requestedModel);
    await counted(page, own.length);
    assert.equal(new URL(page.url()).searchParams.get('id'), null, 'the row was opened');

    await (await cell(page, rowsOf(page).first(), 'Model')).hover();
    await page.getByRole('button', { name: 'Filter by this' }).click();
    await menu.getByRole('button', { name: 'Not this' }).click();
    await page.getByRole('button', { name: `Model is not ${first?.requestedModel}`, exact: true }).waitFor();
    await counted(page, all.length - own.length);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await counted(page, all.length);
    // The count may be there before the rows.
    await idle(page);

    // With the keyboard, the filters of the selected row.
    await interactionList(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('f');
    await menu.getByRole('button', { name: /^Outcome/ }).waitFor();
    await page.keyboard.press('Enter');
    await menu.getByRole('button', { name: 'Only this' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/not\.outcome=/);
    await counted(page, all.filter(({ outcome }) => outcome !== shown[0]?.outcome).length);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();

    const named = all.find(({ user }) => user?.key);
    const key = encodeURIComponent(named?.user?.key ?? '');
    await page.goto(`${new URL(page.url()).pathname}?range=30d&user=${key}`);
    await (await cell(page, rowsOf(page).first(), 'User')).hover();
    await page.getByRole('button', { name: 'Filter by this' }).click();
    await menu.getByRole('link', { name: 'Open user' }).click();
    await page.waitForURL(/\/users\//);
    await page.goBack();
    await (await cell(page, rowsOf(page).first(), 'Model')).click({ position: { x: 12, y: 12 } });
    await page.waitForURL(/id=/);
  });

  it('new interactions are counted once while the list is followed live', async () => {
    const before = (await everything()).length;
    const page = await open('');
    await counted(page, before);
    await page.getByRole('switch', { name: 'Live' }).click();
    await page.locator('[role=switch][aria-checked=true]').getByText('Live', { exact: true }).waitFor();
    // The list is loaded again once the connection is open.
    await idle(page);
    const messages = [{ role: 'user', content: 'Is there anybody?' }];
    const ids: string[] = [];
    for (const _ of [1, 2]) ids.push(await track({ request: { model: 'gpt-4o', messages } }));
    for (const id of ids) await page.locator(`#row-${id}`).waitFor({ timeout: STORED_MS });
    await counted(page, before + 2);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await idle(page);
    await counted(page, before + 2);
  });

  it('a hint says that Enter starts a search', async () => {
    const all = (await everything()).length;
    const page = await open('');
    await counted(page, all);
    const hint = page.getByRole('button', { name: 'Press Enter to search' });
    assert.equal(await hint.count(), 0);
    await page.keyboard.press('/');
    await page.keyboard.type('harbour');
    await hint.waitFor();
    await counted(page, all);
    await page.keyboard.press('Enter');
    await hint.waitFor({ state: 'detached' });
    await page.waitForURL(/q=harbour/);
    await page.getByRole('textbox', { name: 'Search messages' }).fill('');
    await page.getByRole('button', { name: 'Press Enter to clear the search' }).click();
    await counted(page, all);
  });
});

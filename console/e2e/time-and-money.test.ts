/** Ranges of the calendar, dates in the reader's order, amounts of money, and what a reload keeps. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InteractionList, SessionList } from '@parley/contract';
import type { Locator, Page, Request } from 'playwright-core';
import { eventually } from '../../server/test/support/eventually.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { axeFaults } from './support/axe.ts';
import { type Filled, fill } from './support/fill.ts';
import { settled } from './support/pages.ts';
import { sharedConsole } from './support/shared-console.ts';
import { interactionList } from './support/steps.ts';

/** Until a payload is stored and appears in the list. */
const STORED_MS = 120_000;
const DAY_MS = 86_400_000;
/** Longer than its column. */
const HEBREW = 'שלום, אני רוצה לדעת מתי תגיע ההזמנה שלי ולמה היא מתעכבת כבר שבועיים';

describe('time and money', () => {
  let filled: Filled;
  let hebrewId = '';
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 150);
      const { keys } = filled.application;
      const request = { model: 'gpt-4o', messages: [{ role: 'user', content: HEBREW }] };
      const answer = await server.post(bytesOf(payloadOf('openai', 'chat', { request }, keys)));
      hebrewId = String(answer.json.id);
      const path = `/v1/interactions/${hebrewId}`;
      await eventually('it is stored', async () => (await filled.owner.get(path)).status === 200, STORED_MS);
    },
  });
  const open = async (path: string, view: { locale?: string } = {}) => {
    const page = await shared.open(`/apps/${filled.application.id}${path}`, { as: filled.owner, ...view });
    await settled(page);
    return page;
  };
  const range = (page: Page) => page.getByRole('button', { name: /^Range:/ });
  const arrow = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const ranged = (page: Page, name: string) =>
    page.waitForURL(({ searchParams }) => searchParams.get('range') === name);
  const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  /** Midnight of a day in Berlin, the zone of the browser. */
  const midnight = (daysAgo: number) => {
    const format = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' });
    const date = format.format(Date.now() - daysAgo * DAY_MS);
    const offset = ['+01:00', '+02:00'].find((zone) => {
      const at = new Date(`${date}T00:00:00${zone}`);
      return at.toLocaleTimeString('sv', { timeZone: 'Europe/Berlin' }) === '00:00:00';
    });
    return Date.parse(`${date}T00:00:00${offset}`);
  };

  it('days of the calendar are chosen by name, and arrows lead to those beside', async () => {
    const page = await open('/sessions');
    await range(page).click();
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await ranged(page, 'today');
    await range(page)
      .filter({ hasText: /Today.*UTC\+[12]/ })
      .waitFor();
    const next = arrow(page, 'Next period');
    assert.equal(await next.getAttribute('aria-disabled'), 'true');
    await arrow(page, 'Previous period').click();
    await ranged(page, 'yesterday');
    await page.keyboard.press(',');
    await page.waitForURL(({ searchParams }) => searchParams.has('from'));
    const { searchParams } = new URL(page.url());
    const ends = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
    assert.deepEqual(ends, [midnight(2), midnight(1)]);
    await page.keyboard.press('.');
    await ranged(page, 'yesterday');
    await next.click();
    await ranged(page, 'today');
    await page.locator('[aria-disabled=true][aria-label="Next period"]').waitFor();
    const before = page.url();
    await page.keyboard.press('.');
    assert.equal(page.url(), before);
    // While they load, rows of another range are dimmed.
    await settled(page);
    assert.deepEqual(await axeFaults(page, false), []);
  });

  it('Yesterday is compared with the day before', async () => {
    const page = await open('/overview');
    const compared = (request: Request) => {
      const { reads = [] } = request.url().endsWith('/v1/reads') ? request.postDataJSON() : {};
      const inputs: { from: number; to: number; compare?: object }[] = reads.map(
        ({ input }: { input: object }) => input,
      );
      return inputs.find(({ from, to, compare }) => compare !== undefined && to - from < 2 * DAY_MS);
    };
    const asked = page.waitForRequest((request) => compared(request) !== undefined);
    await range(page).click();
    await page.getByRole('button', { name: 'Yesterday', exact: true }).click();
    const input = compared(await asked);
    assert.deepEqual([input?.from, input?.to], [midnight(1), midnight(0)]);
    assert.deepEqual(input?.compare, { from: midnight(2), to: midnight(1) });
    await settled(page);
  });

  it('dates are in the reader’s order, and a range to midnight ends with the day before', async () => {
    const path = '/sessions?from=2025-11-09T23:00:00.000Z&to=2025-11-16T23:00:00.000Z';
    for (const [locale, text] of [
      ['en-US', 'Nov 10 – 16, 2025'],
      ['en-GB', '10–16 Nov 2025'],
      ['de-DE', '10.–16. Nov. 2025'],
    ] as const) {
      const page = await open(path, { locale });
      const shown = (await range(page).locator('bdi').textContent()) ?? '';
      assert.equal(shown.replace(/[\s\u2009\u202f]/g, ''), text.replace(/\s/g, ''));
    }
  });

  it('the tooltip of a chart names the beginning and the end of a bar', async () => {
    const page = await open('/overview?range=7d');
    const box = await cardOf(page, 'Interactions').locator('svg[width]').last().boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const title = page.locator('[data-tooltip] p').first();
    await title.filter({ hasText: /\d\d:00 – \d\d:00$/ }).waitFor();
  });

  it('amounts of a column have the same decimals, and the exact figure on hover', async () => {
    const page = await open('/interactions?range=30d');
    const { data } = InteractionList.parse(
      (await filled.owner.get(`/v1/interactions?app=${filled.application.id}&limit=500`)).json,
    );
    const costs = new Map(data.map(({ id, cost }) => [id, cost?.usd]));
    const rows = interactionList(page)
      .locator('tbody tr[id]')
      .filter({ has: page.locator('data') });
    await rows.first().waitFor();
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => {
        const cell = row.querySelector('data');
        return { id: row.id.slice('row-'.length), text: cell?.textContent ?? '', title: cell?.title ?? '' };
      }),
    );
    const decimals = shown.flatMap(({ text }) => (text.startsWith('<') ? [] : [text.split('.')[1]?.length]));
    assert.equal(new Set(decimals).size, 1, shown.map(({ text }) => text).join(' '));
    for (const { id, title } of shown) {
      const cost = costs.get(id) ?? Number.NaN;
      assert.ok(Math.abs(Number(title.replace('$', '')) - cost) <= 1e-11, `${title} for ${cost}`);
    }
  });

  it('an isolated series, a table and an open tab survive a reload, and a saved view keeps them', async () => {
    const page = await open('/overview?range=30d');
    const entry = cardOf(page, 'Latency').getByRole('button', { name: 'p95', exact: true });
    const table = cardOf(page, 'Cost').getByRole('region', { name: 'Cost, as a table' });
    await entry.click();
    await page.waitForURL(({ searchParams }) => searchParams.has('only'));
    await cardOf(page, 'Cost').getByRole('button', { name: 'Table' }).click();
    await table.waitFor();
    const kept = async () => {
      await table.waitFor();
      await eventually(
        'the series is alone',
        async () =>
          (await entry.getAttribute('aria-pressed')) === 'true' &&
          (await cardOf(page, 'Latency').locator('g[data-series]').count()) === 1,
      );
    };
    await page.reload();
    await settled(page);
    await kept();
    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByLabel('Name').fill('Slow and dear');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await cardOf(page, 'Cost').getByRole('button', { name: 'Chart' }).click();
    await table.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Slow and dear' }).click();
    await kept();

    const list = await open(`/interactions?range=30d&id=${hebrewId}`);
    await list.getByRole('tab', { name: 'Raw' }).click();
    await list.waitForURL(({ searchParams }) => searchParams.get('tab') === 'raw');
    await list.reload();
    await list.locator('[role=tab][aria-selected=true]').filter({ hasText: 'Raw' }).waitFor();
  });

  it('a text from right to left is cut at its end, not at its beginning', async () => {
    const page = await open('/interactions?range=30d');
    const cell = page.locator(`#row-${hebrewId} [dir=auto]`).filter({ hasText: 'שלום' }).first();
    await cell.waitFor();
    assert.ok(await isCut(cell), 'the text fits: nothing is shown');
    assert.ok(await showsBeginning(cell));
  });

  it('Copy link in a session keeps the turn of the address', async () => {
    const path = `/v1/sessions?app=${filled.application.id}&orderBy=interactions&limit=1`;
    const [session] = SessionList.parse((await filled.owner.get(path)).json).data;
    assert.ok(session && session.interactions > 1);
    const page = await open(`/sessions/${session.id}`);
    await page.getByRole('link', { name: /^Turn 2 of/ }).click();
    await page.waitForURL(({ hash }) => hash === '#turn-2');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, `${shared.server.url}/apps/${filled.application.id}/sessions/${session.id}#turn-2`);
  });

  it('First seen of an error is the first time, not the first in the range', async () => {
    const page = await open('/errors?range=15m');
    const errors = page.getByRole('region', { name: 'Errors' });
    await errors.getByRole('columnheader', { name: 'First seen' }).waitFor();
    await settled(page);
    const path = `/v1/interactions?app=${filled.application.id}&outcome=error&limit=500`;
    const { data } = InteractionList.parse((await filled.owner.get(path)).json);
    const first = data.filter(({ error }) => error?.message === 'The server had an error.').at(-1);
    const row = errors.getByRole('row').filter({ hasText: 'The server had an error.' });
    await row.locator(`time[datetime="${first?.requestedAt}"]`).first().waitFor();
  });
});

function isCut(cell: Locator): Promise<boolean> {
  return cell.evaluate((element) => element.scrollWidth > element.clientWidth);
}

/** Whether the first character lies within the element. */
function showsBeginning(cell: Locator): Promise<boolean> {
  return cell.evaluate((element) => {
    const range = document.createRange();
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    if (!text) return false;
    range.setStart(text, 0);
    range.setEnd(text, 1);
    const [letter, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return letter.left >= box.left - 1 && letter.right <= box.right + 1;
  });
}

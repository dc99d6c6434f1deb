/** Working with charts: zoom, crosshair, isolating a series, and drilling down. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { becomes } from './support/becomes.ts';
import { type Filled, fill } from './support/fill.ts';
import { settled } from './support/pages.ts';
import { sharedConsole } from './support/shared-console.ts';
import { interactionList } from './support/steps.ts';

const HOUR_MS = 3_600_000;

describe('charts', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 250);
    },
  });
  const open = async (path: string) => {
    const page = await shared.open(`/apps/${filled.application.id}${path}`, { as: filled.owner });
    await page.getByText('Activity by hour').waitFor();
    await settled(page);
    return page;
  };
  const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  it('dragging zooms in, and Back returns', async () => {
    const page = await open('/overview?range=7d');
    const card = cardOf(page, 'Interactions');
    const before = new URL(page.url());
    await drag(page, card, 0.4, 0.6);
    await page.keyboard.press('Escape');
    await becomes(() => card.locator('[data-selection]').count(), 0);
    await page.mouse.up();
    assert.equal(page.url(), before.href, 'Escape did not cancel the drag');

    await drag(page, card, 0.4, 0.6);
    assert.equal(await card.locator('[data-selection]').count(), 1);
    await page.mouse.up();
    await page.waitForURL(({ searchParams }) => searchParams.has('from'));
    const { pathname, searchParams } = new URL(page.url());
    const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
    const hours = ((to ?? 0) - (from ?? 0)) / HOUR_MS;
    assert.ok(hours >= 24 && hours <= 48, `${hours} hours`);
    assert.equal(searchParams.get('range'), null);
    assert.equal(pathname, before.pathname);
    await page.goBack();
    await page.waitForURL(before.href);
    await settled(page);

    // A movement of a few pixels is a click, not a drag.
    const { x, y } = await centerOf(card);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 3, y);
    await page.mouse.up();
    await page.getByRole('heading', { name: 'Interactions', level: 1 }).waitFor();
  });

  it('pointing at a moment marks it in all charts of a page, and shows a tooltip in the one under the pointer', async () => {
    const page = await open('/overview?range=7d');
    const { x, y } = await centerOf(cardOf(page, 'Interactions'));
    await page.mouse.move(x, y);
    const markOf = async (name: string) => {
      const mark = cardOf(page, name).locator('rect[data-crosshair]');
      const [at, width] = [await mark.getAttribute('x'), await mark.getAttribute('width')];
      return Math.round(Number(at) / Number(width));
    };
    await becomes(async () => (await markOf('Cost')) === (await markOf('Interactions')), true);
    await becomes(() => cardOf(page, 'Latency').locator('[data-crosshair]').count(), 1);
    await becomes(() => page.locator('[data-tooltip]').count(), 1);
    await becomes(() => cardOf(page, 'Interactions').locator('[data-tooltip]').count(), 1);
    await page.mouse.move(1, 1);
    await becomes(() => page.locator('[data-crosshair], [data-tooltip]').count(), 0);
  });

  it('a tooltip shows the total of a bar, and stays within the window', async () => {
    const page = await open('/overview?range=30d');
    const card = cardOf(page, 'Interactions');
    const bar = card.locator('svg g').filter({ has: page.locator('rect[data-series] + rect[data-series]') });
    // The innermost of the groups with several series.
    await bar.last().locator('rect[data-series]').first().hover();
    const tooltip = card.locator('[data-tooltip]');
    await tooltip.waitFor();
    const texts = await tooltip.locator('.tabular').allTextContents();
    const [total, ...parts] = texts.map(Number).reverse();
    assert.ok(parts.length > 1, texts.join(' '));
    assert.equal(
      parts.reduce((sum, part) => sum + part, 0),
      total,
    );
    const box = await boxOf(tooltip);
    assert.ok(box.x >= 0 && box.x + box.width <= 1440 && box.y + box.height <= 900);
  });

  it('clicking a name isolates its series, and clicking it again shows all', async () => {
    const page = await open('/overview?range=30d');
    const card = cardOf(page, 'Interactions');
    const names = () =>
      card
        .locator('rect[data-series]')
        .evaluateAll((rects) => [...new Set(rects.map((rect) => rect.getAttribute('data-series')))].sort());
    const all = await names();
    const entry = card.getByRole('listitem').first().getByRole('button');
    const name = await entry.textContent();
    assert.ok(all.length > 1);
    await entry.click();
    await becomes(() => entry.getAttribute('aria-pressed'), 'true');
    await becomes(names, [name]);
    await entry.click();
    await becomes(() => entry.getAttribute('aria-pressed'), 'false');
    await becomes(names, all);
  });

  it('a figure leads to the interactions behind it', async () => {
    const page = await open('/overview?range=30d');
    await page.getByRole('link', { name: 'Error rate', exact: true }).click();
    await page.waitForURL(({ pathname, searchParams }) => {
      return pathname.endsWith('/interactions') && (searchParams.get('outcome') ?? '').includes('error');
    });
    await interactionList(page).locator('tbody tr[id]').first().waitFor();
    await page.goBack();
    await settled(page);
    await page.getByRole('link', { name: 'Latency, p95' }).click();
    await page.waitForURL(({ searchParams }) => Number(searchParams.get('minLatencyMs')) > 0);
    await interactionList(page).locator('tbody tr[id]').first().waitFor();
    assert.equal(new URL(page.url()).searchParams.get('range'), '30d');
  });

  it('a point of a latency line leads to the interactions that took at least as long', async () => {
    const page = await open('/overview?range=30d');
    const line = cardOf(page, 'Latency').locator('g[data-series="p95"] path').first();
    const { x, y } = await line.evaluate((path) => {
      if (!(path instanceof SVGPathElement)) throw new Error('There is no line.');
      const { x, y } = path.getPointAtLength(0).matrixTransform(path.getScreenCTM() ?? undefined);
      return { x, y };
    });
    await page.mouse.click(x, y);
    await page.waitForURL(({ searchParams }) => Number(searchParams.get('minLatencyMs')) > 0);
    const { searchParams } = new URL(page.url());
    assert.ok(searchParams.get('from') && searchParams.get('to'));
    await interactionList(page).locator('tbody tr[id]').first().waitFor();
  });

  it('an hour of the week leads to the latest such hour', async () => {
    const page = await open('/overview?range=30d');
    const cell = cardOf(page, 'Activity by hour').locator('rect[data-hour].cursor-pointer').first();
    assert.match((await cell.locator('title').textContent()) ?? '', /latest such hour/);
    const [day, hour] = ((await cell.getAttribute('data-hour')) ?? '').split(' ').map(Number);
    await cell.click();
    await page.waitForURL(({ pathname }) => pathname.endsWith('/interactions'));
    const { searchParams } = new URL(page.url());
    const [from, to] = ['from', 'to'].map((name) => new Date(searchParams.get(name) ?? ''));
    assert.ok(from && to && to.getTime() - from.getTime() <= HOUR_MS);
    const clock = new Intl.DateTimeFormat('en', {
      timeZone: 'Europe/Berlin',
      hourCycle: 'h23',
      weekday: 'short',
      hour: 'numeric',
    });
    const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
    assert.equal(clock.format(from), `${days[(day ?? 0) - 1]}, ${String(hour).padStart(2, '0')}`);
    await interactionList(page).locator('tbody tr[id]').first().waitFor();
  });

  it('an incomplete bucket is marked and explained', async () => {
    const page = await open('/overview?range=7d');
    const card = cardOf(page, 'Interactions');
    assert.equal(await card.locator('g[data-unfinished]').count(), 1);
    assert.equal(await card.locator('g[data-unfinished] + g').count(), 0);
    const svg = await boxOf(card.locator('svg').last());
    await page.mouse.move(svg.x + svg.width - 12, svg.y + 60);
    await card
      .locator('[data-tooltip]')
      .getByText(/, so far$/)
      .waitFor();
    await page.mouse.move(svg.x + svg.width / 2, svg.y + 60);
    await becomes(() => card.getByText(/so far/).count(), 0);
  });

  it('no label is cut off or duplicated, however wide the window', async () => {
    for (const range of ['24h', '30d']) {
      const page = await open(`/overview?range=${range}`);
      for (const width of [390, 1440, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        await page.locator('text[data-axis]').first().waitFor();
        await becomes(() => labelFaults(page), [], `${range} at ${width}`);
      }
    }
  });

  it('a model has the same colour in every range and on every page', async () => {
    const page = await open('/overview?range=30d');
    const long = await colorsIn(cardOf(page, 'Interactions').getByRole('listitem'));
    await page.goto(`/apps/${filled.application.id}/overview?range=24h`);
    await page.getByText('Activity by hour').waitFor();
    await settled(page);
    const short = await colorsIn(cardOf(page, 'Cost').getByRole('listitem'));
    await page.goto(`/apps/${filled.application.id}/models?range=30d`);
    const links = page
      .getByRole('region', { name: 'Models' })
      .locator('a')
      .filter({ has: page.locator('[style]') });
    await links.first().waitFor();
    const listed = await colorsIn(links);
    for (const [name, color] of long) {
      if (name === 'Others' || name === 'Unknown') continue;
      assert.equal(listed.get(name), color, name);
      assert.ok(short.get(name) === undefined || short.get(name) === color, name);
    }
    assert.ok(listed.size > 2);
    assert.equal(new Set(listed.values()).size, Math.min(10, listed.size));
  });

  it('an empty chart is a sentence, and an application without data has no charts', async () => {
    const at = `/apps/${filled.application.id}/errors?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z`;
    const page = await shared.open(at, { as: filled.owner });
    const name = 'Failed calls by model';
    await cardOf(page, name).getByText('No data in this range.').waitFor();
    assert.equal(await cardOf(page, name).locator('svg[width]').count(), 0);
    const { id } = await filled.owner.createApplication('Nothing yet');
    await page.goto(`/apps/${id}/overview`);
    await page.getByText('No interactions yet').waitFor();
    assert.equal(await cardOf(page, 'Interactions').count(), 0);
  });
});

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return box;
}

async function centerOf(card: Locator) {
  const { x, y, width, height } = await boxOf(card.locator('svg').last());
  return { x: x + width / 2, y: y + height / 2 };
}

/** Drags from one fraction of the card's width to another, and keeps the button down. */
async function drag(page: Page, card: Locator, from: number, to: number): Promise<void> {
  const { x, y, width, height } = await boxOf(card.locator('svg').last());
  await page.mouse.move(x + width * from, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * to, y + height / 2, { steps: 5 });
  await card.locator('[data-selection]').waitFor();
}

/** The name of each entry with its colour. */
async function colorsIn(entries: Locator): Promise<Map<string, string>> {
  const pairs = await entries.evaluateAll((elements) =>
    elements.map((element) => {
      const swatch = element.querySelector<HTMLElement>('[style]');
      return [element.textContent ?? '', swatch?.style.background ?? ''] as const;
    }),
  );
  return new Map(pairs);
}

/** Labels of all charts on the page that lie outside their drawing, overlap, or are duplicated. */
function labelFaults(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('svg:has(text[data-axis])')].flatMap((svg) => {
      const around = svg.getBoundingClientRect();
      return ['x', 'y'].flatMap((axis) => {
        const labels = [...svg.querySelectorAll(`text[data-axis=${axis}]`)];
        const texts = labels.map(({ textContent }) => textContent);
        const boxes = labels.map((label) => label.getBoundingClientRect());
        return [
          ...(labels.length === 0 ? [`no labels on ${axis}`] : []),
          ...texts.filter((text, i) => texts.indexOf(text) !== i).map((text) => `${text} is there twice`),
          ...texts.filter((_, i) => {
            const box = boxes[i];
            const next = boxes[i + 1];
            if (!box) return false;
            const isCut = box.left < around.left - 0.5 || box.right > around.right + 0.5;
            return isCut || (axis === 'x' && next !== undefined && next.left < box.right);
          }),
        ].map((fault) => `${fault} (${texts.join(' | ')})`);
      });
    }),
  );
}

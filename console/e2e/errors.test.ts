/** The Errors page: failures grouped by message. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Filled, fill } from './support/fill.ts';
import { settled } from './support/pages.ts';
import { sharedConsole } from './support/shared-console.ts';
import { counted } from './support/steps.ts';

describe('the Errors page', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 200);
    },
  });

  it('errors are grouped by message, and each group leads to its interactions', async () => {
    // The outcome in the address is overridden.
    const path = `/apps/${filled.application.id}/errors?range=30d&outcome=ok`;
    const page = await shared.open(path, { as: filled.owner });
    const table = page.getByRole('region', { name: 'Errors' });
    const row = table.getByRole('row').filter({ hasText: 'The server had an error.' });
    await row.waitFor();
    assert.match((await row.textContent()) ?? '', /OpenAI/);
    const count = Number(await row.getByRole('cell').nth(2).textContent());
    assert.ok(count >= 1);
    await row.getByTitle('gpt-4o', { exact: true }).waitFor();
    await row.getByRole('link').click();
    await counted(page, count);
    assert.match(decodeURIComponent(page.url()), /errorGroup=.*The\+server\+had\+an\+error/);
    await page.getByRole('button', { name: 'Remove the filter Error message' }).waitFor();
  });

  it('clicking a bar or a peak narrows the page to its errors, of one model or of all', async () => {
    const page = await shared.open(`/apps/${filled.application.id}/errors?range=30d`, { as: filled.owner });
    await page.getByRole('region', { name: 'Errors' }).waitFor();
    await settled(page);
    const before = page.url();
    // The newest call failed a minute ago, so it is in the last non-empty bucket.
    const chart = page.getByRole('region', { name: 'Failed calls by model' });
    const bar = chart.locator('[data-series]').last();
    const model = await bar.getAttribute('data-series');
    await bar.hover();
    await page
      .locator('[data-tooltip]')
      .getByText(model ?? 'no model', { exact: true })
      .waitFor();
    await bar.click();
    await page.waitForURL(({ searchParams }) => searchParams.has('from'));
    assert.ok(page.url().includes('/errors?'), page.url());
    await page.getByRole('button', { name: 'Remove the filter Model' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('requestedModel'), JSON.stringify([model]));
    await page.getByRole('region', { name: 'Errors' }).waitFor();
    await page.goBack();
    await page.waitForURL(before);

    const rate = page.getByRole('region', { name: 'Error rate' });
    await settled(page);
    const box = await rate.locator('svg[width]').boundingBox();
    assert.ok(box);
    // Scans from the right for the first moment with a failure.
    const y = box.y + box.height / 2;
    const failedAt = async (x: number) => {
      await page.mouse.move(x, y);
      // The tooltip follows the pointer in the next frame; until then it shows the moment before.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      return /\b[1-9]\d* of \d+ calls? failed/.test(
        (await page.locator('[data-tooltip]').textContent()) ?? '',
      );
    };
    let x = box.x + box.width - 12;
    while (x > box.x + 60 && !(await failedAt(x))) x -= 6;
    await page.mouse.click(x, y);
    await page.waitForURL(({ searchParams }) => searchParams.has('from'));
    await page.getByRole('region', { name: 'Errors' }).getByText('The server had an error.').waitFor();
  });

  it('a message says when there are no errors', async () => {
    const page = await shared.open(`/apps/${filled.application.id}/errors?q=nobodysaidthat`, {
      as: filled.owner,
    });
    await page.getByText('No errors in this range').waitFor();
  });
});

/** What goes wrong, by what it says. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Filled, fill } from './support/fill.ts';
import { settled } from './support/pages.ts';
import { sharedConsole } from './support/shared-console.ts';
import { counted } from './support/steps.ts';

describe('the page of errors', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 200);
    },
  });

  it('groups them by what they say, and leads to the interactions behind each', async () => {
    // Whatever outcome was looked at before.
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

  it('leaves what failed at a peak alone, of all models or of one', async () => {
    const page = await shared.open(`/apps/${filled.application.id}/errors?range=30d`, { as: filled.owner });
    await page.getByRole('region', { name: 'Errors' }).waitFor();
    await settled(page);
    const before = page.url();
    // The newest one failed a minute ago: it is in the last bucket that has any.
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
    await page.getByRole('button', { name: 'Remove the filter Requested model' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('requestedModel'), JSON.stringify([model]));
    await page.getByRole('region', { name: 'Errors' }).waitFor();
    await page.goBack();
    await page.waitForURL(before);

    const rate = page.getByRole('region', { name: 'Error rate' });
    await settled(page);
    const box = await rate.locator('svg').boundingBox();
    assert.ok(box);
    // From the right, to the first moment at which something failed.
    const y = box.y + box.height / 2;
    const failedAt = async (x: number) => {
      await page.mouse.move(x, y);
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

  it('says so when there are none', async () => {
    const page = await shared.open(`/apps/${filled.application.id}/errors?q=nobodysaidthat`, {
      as: filled.owner,
    });
    await page.getByText('No errors in this range').waitFor();
  });
});

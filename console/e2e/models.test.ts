/** The Models page: comparing models by cost, latency and errors. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { UnpricedModelList } from '@parley/contract';
import type { Page } from 'playwright-core';
import { becomes } from './support/becomes.ts';
import { type Filled, fill } from './support/fill.ts';
import { sharedConsole } from './support/shared-console.ts';
import { counted } from './support/steps.ts';

describe('the Models page', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 200);
    },
  });
  const open = (search = 'range=30d') =>
    shared.open(`/apps/${filled.application.id}/models?${search}`, { as: filled.owner });
  const table = (page: Page) => page.getByRole('region', { name: 'Models' });
  const names = (page: Page) => table(page).getByRole('row').getByRole('link').allTextContents();

  it('a call counts for the requested model, whether or not it was answered', async () => {
    const asked = filled.stored.filter(
      ({ request }) => 'model' in request && request.model === 'gpt-4o-mini',
    ).length;
    assert.ok(asked > 0);
    const page = await open();
    const row = table(page).getByRole('row').filter({ hasText: 'gpt-4o-mini-2024-07-18' });
    await row.waitFor();
    assert.equal((await names(page)).filter((name) => name.startsWith('gpt-4o-mini')).length, 2);
    const calls = await row.getByRole('cell').nth(2).locator('span').first().textContent();
    assert.equal(Number(calls), asked);
    await row.getByRole('link', { name: 'gpt-4o-mini', exact: true }).click();
    await counted(page, asked);
    assert.match(page.url(), /requestedModel=/);
  });

  it('a model with only failures shows that all of its calls failed', async () => {
    const page = await open();
    const row = table(page)
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: 'gpt-4o', exact: true }) });
    await row.waitFor();
    const heads = await table(page).getByRole('columnheader').allTextContents();
    const errors = heads.findIndex((head) => head.startsWith('Errors'));
    assert.match((await row.getByRole('cell').nth(errors).textContent()) ?? '', /^100%/);
  });

  it('the age of the list prices and the models without a price are shown', async () => {
    const page = await open();
    const note = page.getByText('Costs are derived with list prices from');
    await note.waitFor();
    const text = (await note.textContent()) ?? '';
    assert.match(text, /from \d+ \w+ ago \(genai-prices [\d.]+\)\./);
    const unpriced = await page.request.get(`/v1/unpriced-models?app=${filled.application.id}`);
    const [first] = UnpricedModelList.parse(await unpriced.json()).data;
    assert.equal(text.includes('No price is known for'), first !== undefined);
    assert.ok(text.includes(first?.model ?? ''), text);
  });

  it('sorting by cost is kept in the address', async () => {
    const page = await open();
    await table(page).getByRole('button', { name: 'Cost/call' }).click();
    const head = table(page).getByRole('columnheader', { name: 'Cost/call' });
    await page.waitForURL(/orderBy=costPerCall/);
    await becomes(() => head.getAttribute('aria-sort'), 'descending');
    const down = await names(page);
    await table(page).getByRole('button', { name: 'Cost/call' }).click();
    await page.waitForURL(/order=asc/);
    await becomes(async () => isDeepStrictEqual(await names(page), down), false, 'the order is the same');
  });

  it('two or three models can be compared, and the better one is marked', async () => {
    const page = await open();
    const boxes = table(page).getByRole('checkbox');
    for (const i of [0, 1, 2]) await boxes.nth(i).check();
    const side = page.getByRole('table').filter({ hasText: 'Output tokens per second' });
    await side.waitFor();
    await becomes(() => side.getByRole('columnheader').count(), 4);
    const price = side.getByRole('row', { name: /Cost per call/ });
    await becomes(() => price.textContent(), /\(best\)/);
    if ((await boxes.count()) > 3) await becomes(() => boxes.nth(3).isDisabled(), true);
    await page.reload();
    await side.waitFor();
    await boxes.nth(0).uncheck();
    await boxes.nth(1).uncheck();
    await side.waitFor({ state: 'detached' });
  });
});

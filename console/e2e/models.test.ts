/** The Models page: comparing models by cost, latency and errors. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { UnpricedModelList } from '@parley/contract';
import type { Page } from 'playwright-core';
import { drained } from '../../scripts/demo/start-parley.ts';
import { Browser as Person } from '../../server/test/support/browser.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { becomes } from './support/becomes.ts';
import { type Filled, fill } from './support/fill.ts';
import { overflow, PHONE } from './support/overflow.ts';
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
  const table = (page: Page) => page.getByRole('region', { name: 'Models', exact: true });
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

  it('two or three models can be compared, figure by figure', async () => {
    const page = await open();
    const boxes = table(page).getByRole('checkbox');
    for (const i of [0, 1, 2]) await boxes.nth(i).check();
    const side = page.getByRole('table').filter({ hasText: 'Output tokens per second' });
    await side.waitFor();
    await becomes(() => side.getByRole('columnheader').count(), 4);
    const price = side.getByRole('row', { name: /Cost per call/ });
    await becomes(() => price.textContent(), /n \d+/);
    if ((await boxes.count()) > 3) await becomes(() => boxes.nth(3).isDisabled(), true);
    await page.reload();
    await side.waitFor();
    await boxes.nth(0).uncheck();
    await boxes.nth(1).uncheck();
    await side.waitFor({ state: 'detached' });
  });
});

/** Calls of two models: one is slow, and fails by chance more often. */
const CALLS = 120;
const FAILED = { error: { message: 'Overloaded', code: '529' } };

describe('models with planted differences', () => {
  let ann: Person;
  let appId: string;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      ann = await new Person(server).signUp('ann@example.com', { name: 'Ann' });
      const { id, appKey, apiKey } = await ann.createApplication('Shop');
      appId = id;
      const posts = ['swift', 'slow'].flatMap((model) =>
        Array.from({ length: CALLS }, (_, i) => {
          const request = Date.now() - 3_600_000 + i * 20_000;
          const ms = (model === 'slow' ? 2000 : 500) + (i % 10) * 20;
          const fails = i < (model === 'slow' ? 4 : 2);
          const changes = {
            labels: { feature: i % 3 === 0 ? 'search' : 'chat' },
            timestamps: { request, firstToken: request + ms / 4, response: request + ms },
            request: { model, messages: [{ role: 'user', content: 'Name a river.' }] },
            ...(fails ? { response: FAILED } : {}),
          };
          return payloadOf('openai', 'chat', changes, { appKey, apiKey });
        }),
      );
      for (const post of posts) {
        const sent = await server.post(bytesOf(post));
        assert.equal(sent.status, 200, sent.text);
      }
      await drained(server.url, () => {});
    },
  });
  const open = (search = '', view = {}) =>
    shared.open(`/apps/${appId}/models?range=24h${search}`, { as: ann, ...view });
  const table = (page: Page) => page.getByRole('region', { name: 'Models', exact: true });

  it('a difference has a colour beyond chance, and none where it may be chance', async () => {
    const page = await open();
    for (const i of [0, 1]) await table(page).getByRole('checkbox').nth(i).check();
    const side = page.getByRole('table').filter({ hasText: 'Output tokens per second' });
    const figures = (name: string) => side.getByRole('row', { name });
    await figures('First token, p95').getByText('(best)').waitFor();
    assert.match((await figures('Latency, p50').textContent()) ?? '', /590 ms \(best\) n 120/);
    // 2 of 120 are fewer than 4 of 120, but not by more than chance.
    assert.match((await figures('Error rate').textContent()) ?? '', /1\.7%.*3\.3%|3\.3%.*1\.7%/);
    assert.equal(await figures('Error rate').getByText('(best)').count(), 0);
    // A 99th percentile needs more calls than these.
    assert.equal(await figures('Latency, p99').getByText('(best)').count(), 0);
    await page.getByRole('button', { name: 'How it is tested' }).click();
    await page.getByText(/Wilson/).waitFor();
  });

  it('models are laid over each other in one chart, by a figure of choice', async () => {
    const page = await open();
    const chart = page.getByRole('region', { name: 'Over time' });
    // A level line has no height, which counts as hidden.
    await chart.locator('g[data-series=swift] path').first().waitFor({ state: 'attached' });
    assert.equal(await chart.locator('g[data-series]').count(), 2);
    await chart.getByLabel('Figure over time').selectOption({ label: 'First token, p50' });
    await page.waitForURL(/over=firstTokenP50/);
    await chart.getByRole('button', { name: 'Table' }).click();
    await chart
      .getByText(/^5\d\d ms · n \d+$/)
      .first()
      .waitFor();
  });

  it('models are compared by the values of a label, and a cell leads to its calls', async () => {
    const page = await open();
    const card = page.getByRole('region', { name: 'By label' });
    await card.getByLabel('Figure by label').selectOption({ label: 'Latency, p50' });
    await page.waitForURL(/cell=latencyP50/);
    const matrix = page.getByRole('region', { name: 'Models by feature' });
    await matrix.getByText('(best)').first().waitFor();
    assert.deepEqual(await matrix.getByRole('columnheader').allTextContents(), ['Model', 'chat', 'search']);
    const cell = matrix.getByRole('row', { name: /swift/ }).getByRole('link').nth(1);
    assert.match((await cell.textContent()) ?? '', /n 40/);
    await cell.click();
    await counted(page, 40);
    await page.getByRole('button', { name: 'feature is search' }).waitFor();
  });

  it('nothing is missing on a phone: the model stays in view while figures scroll', async () => {
    const page = await open('', PHONE);
    const model = table(page).getByRole('link', { name: 'swift', exact: true });
    await model.waitFor();
    assert.ok(await table(page).getByRole('columnheader', { name: 'First token p99' }).isVisible());
    await table(page).getByRole('columnheader', { name: 'Tool calls' }).scrollIntoViewIfNeeded();
    const box = await model.boundingBox();
    assert.ok(box && box.x >= 0 && box.x < PHONE.width / 2, `the name is at ${box?.x}`);
    assert.deepEqual(await overflow(page), []);
  });
});

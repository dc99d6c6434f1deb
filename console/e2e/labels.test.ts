/** Labels, traces and times to first token, as sent by applications. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Me } from '@parley/contract';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { becomes } from './support/becomes.ts';
import { type Filled, fill } from './support/fill.ts';
import { settled } from './support/pages.ts';
import { readDownload } from './support/read-download.ts';
import { sharedConsole } from './support/shared-console.ts';
import { counted, interactionList } from './support/steps.ts';

/** Until a payload is stored and appears in the list. */
const STORED_MS = 120_000;

describe('labels and traces', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 200);
    },
  });
  const open = (path: string) => shared.open(`/apps/${filled.application.id}${path}`, { as: filled.owner });
  const labelled = (name: string, value: string) =>
    filled.stored.filter(({ labels }) => labels?.[name] === value);

  it('a label filter narrows the list, is in the address, and can be removed', async () => {
    const all = filled.stored.length;
    const staging = labelled('environment', 'staging').length;
    assert.ok(staging > 0 && staging < all);
    const page = await open('/interactions?range=30d');
    await counted(page, all);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('button', { name: 'Label', exact: true }).click();
    await page.getByRole('button', { name: 'environment', exact: true }).click();
    await page.getByRole('checkbox', { name: /^staging/ }).check();
    await counted(page, staging);
    await page.keyboard.press('Escape');
    await becomes(() => decodeURIComponent(page.url()), /label\.environment=.*staging/);

    await page.reload();
    await counted(page, staging);
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /JSON lines/ }).click(),
    ]);
    const lines = (await readDownload(download)).trim().split('\n');
    assert.equal(lines.length, staging);

    await page.getByRole('button', { name: 'Remove the filter environment' }).click();
    await counted(page, all);
    assert.doesNotMatch(page.url(), /label/);
  });

  it('a typed label value filters the list and the other pages', async () => {
    const customer = labelled('customer', 'meridian');
    assert.ok(customer.length > 0);
    const page = await open('/users?range=30d');
    await settled(page);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('button', { name: 'Label', exact: true }).click();
    await page.getByRole('button', { name: 'customer', exact: true }).click();
    await page.getByLabel('Find or add: customer').fill('meridian');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.waitForURL(/label\.customer=/);
    await settled(page);
    const named = new Set(customer.flatMap(({ user }) => user?.userId ?? user?.email ?? []));
    await becomes(() => page.getByRole('region', { name: 'Users' }).locator('tbody tr').count(), named.size);
    for (const name of ['sessions', 'overview']) {
      await page.goto(page.url().replace(/(users|sessions)\?/, `${name}?`));
      await page.getByRole('button', { name: 'Remove the filter customer' }).waitFor();
      await settled(page);
    }
    const total = page.locator('dt:has(a:text-is("Interactions")) + dd');
    await becomes(() => total.textContent(), String(customer.length));
  });

  it('labels can be shown as columns, and stay shown', async () => {
    const page = await open('/interactions?range=30d&label.environment=staging');
    await settled(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('group', { name: 'Labels' }).getByRole('checkbox', { name: 'environment' }).check();
    await page.getByRole('checkbox', { name: 'First token' }).check();
    await page.keyboard.press('Escape');
    const shown = async () => {
      await settled(page);
      for (const name of ['First token', 'environment'])
        await interactionList(page).locator('th').filter({ hasText: name }).waitFor();
      const heads = await interactionList(page).getByRole('columnheader').allTextContents();
      const column = heads.indexOf('environment') + 1;
      const cells = interactionList(page).locator(`tbody tr[id] td:nth-child(${column})`);
      await becomes(async () => new Set(await cells.allTextContents()), new Set(['staging']));
    };
    await shown();
    await page.reload();
    await shown();
  });

  it('charts can be stacked by a label, and a bar leads to the interactions with it', async () => {
    const page = await open('/overview?range=30d');
    const card = page.getByRole('region', { name: 'Interactions', exact: true });
    await card.getByLabel('Stack by').selectOption('by environment');
    const bar = card.locator('rect[data-series="production"]').first();
    await bar.waitFor();
    await settled(page);
    await becomes(
      () => card.getByRole('listitem').allTextContents(),
      ['production', 'staging', 'No environment'],
    );
    await bar.click();
    await page.getByRole('button', { name: 'environment is production' }).waitFor();
    await page.getByRole('heading', { name: 'Interactions', level: 1 }).waitFor();
  });

  it('the time to the first token is shown where it is known, and nothing where it is not', async () => {
    const { applications } = Me.parse((await filled.owner.get('/v1/me')).json);
    const silent = applications.find(({ name }) => name === 'Code review bot');
    const page = await open('/overview?range=30d');
    await page.getByRole('region', { name: 'Time to first token' }).getByText('p95').waitFor();
    await page.goto(`/apps/${silent?.id}/overview?range=30d`);
    await page.getByRole('region', { name: 'Latency', exact: true }).getByText('p95').waitFor();
    await settled(page);
    assert.equal(await page.getByRole('region', { name: 'Time to first token' }).count(), 0);
  });

  it('the whole trace of an interaction is shown in order, and its calls open in place', async () => {
    const traces = Map.groupBy(
      filled.stored.flatMap(({ trace }) => (trace ? [trace] : [])),
      ({ traceId }) => traceId,
    );
    const [traceId = '', spans = []] = [...traces].sort((a, b) => b[1].length - a[1].length)[0] ?? [];
    assert.ok(spans.length >= 3);
    const page = await open(`/interactions?range=30d&trace=${traceId}`);
    await counted(page, spans.length);
    // The newest is at the top.
    await interactionList(page).locator('tbody tr[id]').first().click();
    const panel = page.getByRole('complementary', { name: 'Interaction' });
    await panel.getByRole('tab', { name: 'Trace' }).click();
    const steps = panel.getByRole('list', { name: 'Trace' }).getByRole('listitem');
    await steps.nth(spans.length - 1).waitFor();
    assert.equal(await steps.count(), spans.length);
    const indents = await steps.evaluateAll((items) =>
      items.map((item) => item.querySelector('svg')?.getBoundingClientRect().left ?? 0),
    );
    const [root = 0, ...children] = indents;
    assert.ok(
      children.every((left) => left > root),
      indents.join(' '),
    );
    await steps.last().locator('[aria-current=page]').waitFor();

    const before = page.url();
    // A call opens in place; from there, it leads to its own page.
    const first = steps.first().getByRole('button', { expanded: false });
    await first.focus();
    await page.keyboard.press('Enter');
    await steps.first().getByRole('article').first().waitFor();
    assert.equal(page.url(), before);
    await steps.first().getByRole('link', { name: 'Open interaction' }).click();
    await page.waitForURL((url) => url.href !== before);
    await steps.first().locator('[aria-current=page]').waitFor();
    assert.equal(await panel.locator('[aria-current=page]').count(), 1);

    await page.getByRole('button', { name: 'Remove the filter Trace' }).click();
    await counted(page, filled.stored.length);
    await panel.getByRole('tab', { name: 'Details' }).click();
    await panel.getByRole('link', { name: traceId }).click();
    await counted(page, spans.length);
  });

  it('a label of an interaction leads to all interactions with it', async () => {
    const production = labelled('environment', 'production').length;
    const page = await open('/interactions?range=30d&label.environment=production');
    await counted(page, production);
    await interactionList(page).locator('tbody tr[id]').first().click();
    await page.getByRole('button', { name: 'Remove the filter environment' }).click();
    await counted(page, filled.stored.length);
    await page.getByRole('tab', { name: 'Details' }).click();
    const labels = page.getByRole('region', { name: 'Labels' });
    await labels.getByRole('link', { name: 'production' }).click();
    await counted(page, production);
    assert.ok(await labels.isVisible(), 'the interaction is no longer open');
  });

  it('a snippet shows how to send labels', async () => {
    const page = await open('/connect');
    const labels = page.getByRole('checkbox', { name: 'Include labels' });
    await labels.check();
    const sdk = await page.getByRole('region', { name: 'SDK, OpenAI' }).textContent();
    assert.match(sdk ?? '', /labels: \{ environment/);
    await page.getByRole('tab', { name: 'OpenTelemetry' }).click();
    const variables = await page.getByRole('region', { name: 'Environment' }).textContent();
    assert.match(variables ?? '', /parley\.label\.environment=production/);
    await page.getByRole('tab', { name: 'HTTP' }).click();
    for (const language of ['curl', 'Node', 'Python']) {
      await page.getByRole('radio', { name: language }).check({ force: true });
      const snippet = await page.getByRole('region', { name: `${language}, OpenAI` }).textContent();
      for (const part of ['labels', 'environment', 'trace', 'traceId', 'firstToken'])
        assert.ok(snippet?.includes(part), `${language}: ${part}`);
    }
  });

  it('the live list contains only interactions with the filtered label', async () => {
    const page = await open('/interactions?label.environment=harbour');
    await settled(page);
    await page.getByRole('switch', { name: 'Live' }).click();
    await page.getByRole('switch', { name: 'Live' }).getByText('Live').waitFor();
    const { keys } = filled.application;
    const rows = interactionList(page).locator('tbody tr[id]');
    for (const environment of ['quay', 'harbour', 'quay', 'harbour']) {
      const request = { model: 'gpt-4o', messages: [{ role: 'user', content: `From the ${environment}` }] };
      const changes = { request, labels: { environment }, timestamps: { request: Date.now() } };
      const answer = await shared.server.post(bytesOf(payloadOf('openai', 'chat', changes, keys)));
      assert.equal(answer.status, 200, answer.text);
    }
    await rows.nth(1).waitFor({ timeout: STORED_MS });
    assert.equal(await rows.filter({ hasText: 'From the quay' }).count(), 0);
  });
});

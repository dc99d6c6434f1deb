/** OpenTelemetry: its setup, and how the data is shown. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ledger } from '@parley/contract';
import type { Page } from 'playwright-core';
import type { CreatedApplication, Browser as Person } from '../../server/test/support/browser.ts';
import { eventually } from '../../server/test/support/eventually.ts';
import { becomes } from './support/becomes.ts';
import { settled } from './support/pages.ts';
import { sharedConsole } from './support/shared-console.ts';
import { counted, interactionList } from './support/steps.ts';

/** Until a payload is stored and appears in the list. */
const STORED_MS = 120_000;

describe('OpenTelemetry', () => {
  let ann: Person;
  let application: CreatedApplication;
  const shared = sharedConsole({ store: true });
  const open = (path: string) => shared.open(`/apps/${application.id}${path}`, { as: ann });

  it('the settings on the page work, and the first model call appears on it', async () => {
    ann = await shared.person('ann');
    application = await ann.createApplication('Agents');
    const page = await open('/connect');
    await page.getByRole('tab', { name: 'OpenTelemetry' }).click();
    const { endpoint, headers } = await shownSettings(page);
    assert.equal(endpoint, shared.server.url);
    assert.deepEqual(headers, {
      'x-parley-app-key': application.appKey,
      'x-parley-api-key': 'YOUR_API_KEY',
    });

    const answer = await sendSpans(endpoint, { ...headers, 'x-parley-api-key': application.apiKey }, [
      span(1, { 'gen_ai.operation.name': 'invoke_agent' }),
      span(2, call('anthropic', 'claude-sonnet-4-5', 'Name a river in Asia.', 'The Mekong.')),
    ]);
    assert.deepEqual(answer, {});
    await page.getByText('Your first interaction is here').waitFor({ timeout: STORED_MS });
    await page.getByText('The Mekong.').waitFor();
    await page.getByText('claude-sonnet-4-5').locator('xpath=..').getByText('OpenTelemetry').waitFor();
  });

  it('every instrumentation has setup instructions with the same address', async () => {
    const page = await open('/connect');
    await page.getByRole('tab', { name: 'OpenTelemetry' }).click();
    const instrumentations = page.getByLabel('Instrumentation');
    const texts: string[] = [];
    for (const language of ['Python', 'Node', 'Java', 'Go', 'Other']) {
      await page.getByRole('radio', { name: language, exact: true }).check({ force: true });
      const names = await instrumentations.locator('option').allTextContents();
      assert.ok(names.length > 0, language);
      for (const name of names) {
        await instrumentations.selectOption({ label: name });
        await becomes(async () => (await shownSettings(page)).endpoint, shared.server.url, name);
        texts.push((await page.getByRole('tabpanel').textContent()) ?? '');
      }
    }
    assert.ok(texts.length >= 11);
    assert.equal(new Set(texts).size, texts.length);
    for (const said of [
      'pip install',
      'npm install @opentelemetry/sdk-node',
      'opentelemetry-javaagent.jar',
      'go get go.opentelemetry.io',
      'CLAUDE_CODE_ENABLE_TELEMETRY',
      'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT="true"',
      'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT="SPAN_ONLY"',
    ])
      assert.ok(
        texts.some((text) => text.includes(said)),
        said,
      );
  });

  it('a provider filter is in the address, and can be removed', async () => {
    const { appKey, apiKey } = application;
    const keys = { 'x-parley-app-key': appKey, 'x-parley-api-key': apiKey };
    await sendSpans(shared.server.url, keys, [
      span(3, call('aws.bedrock', 'amazon.nova-lite-v1:0', 'Name a river in Africa.', 'The Niger.')),
      span(4, call('acme', 'acme-1', 'Name a river in America.', 'The Orinoco.')),
    ]);
    await stored(3);
    const page = await open('/interactions');
    await counted(page, 3);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('button', { name: 'Provider', exact: true }).click();
    await page.getByRole('checkbox', { name: 'acme' }).waitFor();
    await page.getByRole('checkbox', { name: 'AWS' }).check();
    await counted(page, 1);
    await page.keyboard.press('Escape');
    await becomes(() => decodeURIComponent(page.url()), /provider=.*aws/);
    await page.getByRole('button', { name: 'Provider is AWS' }).waitFor();

    await page.reload();
    await counted(page, 1);
    await interactionList(page).locator('tbody tr[id]').first().click();
    await page.getByRole('tab', { name: 'Details' }).click();
    const panel = page.getByRole('complementary', { name: 'Interaction' });
    assert.equal(await panel.locator('dt:text-is("Provider") + dd').textContent(), 'AWS');
    assert.equal(await panel.locator('dt:text-is("Format") + dd').textContent(), 'OpenTelemetry · chat');

    await page.getByRole('button', { name: 'Remove the filter Provider' }).click();
    await counted(page, 3);
    assert.doesNotMatch(page.url(), /provider/);
  });

  it('spans that are not model calls are counted as ignored, and the sum is right', async () => {
    const page = await open('/ingestion');
    await page.getByText('✓ adds up').waitFor();
    await settled(page);
    const shown = async (name: string) => page.locator(`dt:text-is("${name}") + dd`).first().textContent();
    await becomes(
      async () => [await shown('Received'), await shown('Stored'), await shown('Ignored')],
      ['4', '3', '1'],
    );
  });

  it('a call is shown in the tree of its trace, with the agents and tools around it', async () => {
    const { appKey, apiKey } = application;
    const keys = { 'x-parley-app-key': appKey, 'x-parley-api-key': apiKey };
    const inTrace = (id: number, parent: number, name: string, attributes: Record<string, string>) => ({
      ...span(id, attributes),
      name,
      traceId: 'b'.repeat(32),
      parentSpanId: parent.toString(16).padStart(16, '0'),
    });
    const operation = (name: string) => ({ 'gen_ai.operation.name': name });
    const danube = call('openai', 'gpt-4o', 'Name a river in Europe.', 'The Danube.');
    await sendSpans(shared.server.url, keys, [
      inTrace(13, 12, 'chat gpt-4o', danube),
      { ...inTrace(14, 12, 'execute_tool look_up', operation('execute_tool')), status: { code: 2 } },
    ]);
    await sendSpans(shared.server.url, keys, [
      inTrace(12, 11, 'invoke_agent Travel agent', operation('invoke_agent')),
      inTrace(11, 0, 'POST /chat', {}),
      inTrace(15, 11, 'SELECT orders', {}),
    ]);
    await stored(4);
    const page = await open(`/interactions?trace=${'b'.repeat(32)}`);
    await counted(page, 1);
    await interactionList(page).locator('tbody tr[id]').first().click();
    await page.getByRole('tab', { name: 'Trace' }).click();
    const steps = page.getByRole('list', { name: 'Trace' }).getByRole('listitem');
    await steps.filter({ hasText: 'look_up' }).waitFor();
    const shown = await steps.allTextContents();
    assert.equal(shown.length, 4, shown.join(' | '));
    for (const text of [/^POST \/chat/, /^Travel agentagent/, /^gpt-4o.*The Danube\./, /^look_uptoolFailed/])
      assert.ok(
        shown.some((one) => text.test(one)),
        `${text} in ${shown.join(' | ')}`,
      );
    // Every step has a bar; that of the failed tool is red.
    assert.equal(await steps.locator('[data-bar]').count(), 4);
    const color = (text: string) =>
      steps
        .filter({ hasText: text })
        .locator('[data-bar]')
        .evaluate((bar) => getComputedStyle(bar).backgroundColor);
    assert.notEqual(await color('look_up'), await color('Travel agent'));
    await page.getByText('The only interaction of its trace').waitFor();

    await steps.filter({ hasText: 'The Danube.' }).getByRole('button').click();
    const opened = steps.filter({ has: page.getByRole('article', { name: 'Assistant' }) });
    await opened.getByText('Name a river in Europe.').waitFor();
    await opened.getByLabel('Figures').waitFor();
    await opened.getByRole('button', { expanded: true }).click();
    await opened.waitFor({ state: 'detached' });

    const left = async (text: string) => (await steps.getByText(text).boundingBox())?.x ?? 0;
    const [root, agent, model, tool] = [
      await left('POST /chat'),
      await left('Travel agent'),
      await left('gpt-4o'),
      await left('look_up'),
    ];
    assert.ok(root < agent && agent < model && model === tool, [root, agent, model, tool].join(' '));
  });

  function stored(count: number): Promise<void> {
    return eventually(
      `${count} are stored`,
      async () => {
        const { data } = Ledger.parse((await ann.get(`/v1/ledger?app=${application.id}`)).json);
        return data.reduce((sum, day) => sum + day.stored, 0) === count;
      },
      STORED_MS,
    );
  }
});

/** What an exporter reads from the variables on the page. */
async function shownSettings(page: Page): Promise<{ endpoint: string; headers: Record<string, string> }> {
  const text = (await page.getByRole('region', { name: 'Environment' }).textContent()) ?? '';
  const variables = new Map(
    [...text.matchAll(/^export (\w+)="(.*)"$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  const pairs = (variables.get('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',');
  assert.equal(variables.get('OTEL_EXPORTER_OTLP_PROTOCOL'), 'http/protobuf');
  return {
    endpoint: variables.get('OTEL_EXPORTER_OTLP_ENDPOINT') ?? '',
    headers: Object.fromEntries(pairs.map((pair) => pair.split('='))),
  };
}

async function sendSpans(
  endpoint: string,
  headers: Record<string, string>,
  spans: object[],
): Promise<unknown> {
  const response = await fetch(`${endpoint}/v1/traces`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }),
  });
  assert.equal(response.status, 200);
  return response.json();
}

function span(id: number, attributes: Record<string, string>): object {
  const ms = Date.now() - 10_000;
  return {
    traceId: 'a'.repeat(32),
    spanId: id.toString(16).padStart(16, '0'),
    startTimeUnixNano: `${ms}000000`,
    endTimeUnixNano: `${ms + 900}000000`,
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  };
}

function call(provider: string, model: string, question: string, answer: string): Record<string, string> {
  const said = (role: string, content: string) =>
    JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': model,
    'gen_ai.input.messages': said('user', question),
    'gen_ai.output.messages': said('assistant', answer),
  };
}

/** First steps: each new way is greeted, missing texts are explained, and texts that come late appear by themselves. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CreatedApplication } from '../../server/test/support/browser.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { axeFaults } from './support/axe.ts';
import { sharedConsole } from './support/shared-console.ts';
import { interactionList } from './support/steps.ts';

/** Until something is stored and the page has polled again. */
const ARRIVES_MS = 120_000;
const SCOPE = '@opentelemetry/instrumentation-openai';
const CAPTURE = 'export OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT="true"';

describe('first steps', () => {
  const shared = sharedConsole({ store: true });
  const exported = async (application: CreatedApplication, signal: 'traces' | 'logs', body: object) => {
    const { appKey, apiKey } = application;
    const response = await fetch(`${shared.server.url}/v1/${signal}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'x-parley-app-key': appKey,
        'x-parley-api-key': apiKey,
      },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200);
  };
  const post = async (application: CreatedApplication, format: 'openai' | 'anthropic', agent = 'curl/8') => {
    const answer = await shared.server.post(bytesOf(payloadOf(format, 'chat', {}, application)), {
      'User-Agent': agent,
    });
    assert.equal(answer.status, 200, answer.text);
  };

  it('each new way is greeted once, with its first interaction', async () => {
    const owner = await shared.person('Greta');
    const application = await owner.createApplication('Shop');
    const page = await shared.open(`/apps/${application.id}/connect`, { as: owner });
    await page.getByText('Waiting for the first interaction…').waitFor();
    await post(application, 'openai');
    await page.getByText('Your first interaction is here').waitFor({ timeout: ARRIVES_MS });

    await post(application, 'openai', 'parley-sdk');
    await page.getByText('New: OpenAI through the SDK').waitFor();
    await post(application, 'anthropic', 'parley-sdk');
    await page.getByText('New: Anthropic through the SDK').waitFor();
    const ways = page.getByRole('list', { name: 'Connected' }).getByRole('listitem');
    await ways.filter({ hasText: 'OpenAI over HTTP' }).waitFor();
    assert.deepEqual(await axeFaults(page, false), []);

    // They are known now.
    await page.reload();
    await ways.filter({ hasText: 'Anthropic through the SDK' }).waitFor();
    await post(application, 'openai', 'parley-sdk');
    await ways.filter({ hasText: 'OpenAI through the SDK' }).getByText(/^2 ·/).waitFor();
    assert.equal(await page.getByText(/^New: /).count(), 0);
  });

  it('a call without texts says what to set, and shows them if they come later', async () => {
    const owner = await shared.person('Lena');
    const application = await owner.createApplication('Agents');
    const connect = await shared.open(`/apps/${application.id}/connect`, { as: owner });
    await connect.getByText('Waiting for the first interaction…').waitFor();
    await exported(application, 'traces', span());
    await connect.getByText('Your first interaction is here').waitFor({ timeout: ARRIVES_MS });
    await connect.getByText('No prompt and no answer').waitFor();
    await connect.getByText(CAPTURE).waitFor();

    const list = await shared.open(`/apps/${application.id}/interactions`, { as: owner });
    const row = interactionList(list).locator('tbody tr[id]');
    await row.first().waitFor({ timeout: ARRIVES_MS });
    await row.first().click();
    const panel = list.getByRole('complementary', { name: 'Interaction' });
    await panel.getByText(CAPTURE).waitFor();
    assert.deepEqual(await axeFaults(list, false), []);

    await exported(application, 'logs', logs());
    await panel
      .getByRole('article', { name: 'Assistant' })
      .getByText('The Vltava.')
      .waitFor({ timeout: ARRIVES_MS });
    // Beside the panel, a row shows the question.
    await row.getByText('Which river flows through Prague?').waitFor({ timeout: ARRIVES_MS });
    await connect.getByText('The Vltava.').waitFor({ timeout: ARRIVES_MS });
    assert.equal(await panel.getByText('No prompt and no answer').count(), 0);
  });
});

const IDS = { traceId: 'c'.repeat(32), spanId: 'd'.repeat(16) };

function span(): object {
  const ms = Date.now() - 5000;
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.system': 'openai',
    'gen_ai.request.model': 'gpt-4o',
  };
  const one = {
    ...IDS,
    name: 'chat gpt-4o',
    startTimeUnixNano: `${ms}000000`,
    endTimeUnixNano: `${ms + 900}000000`,
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  };
  return { resourceSpans: [{ scopeSpans: [{ scope: { name: SCOPE }, spans: [one] }] }] };
}

function logs(): object {
  const ms = Date.now() - 4000;
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const record = (eventName: string, values: object[]) => ({
    ...IDS,
    timeUnixNano: `${ms}000000`,
    attributes: [text('event.name', eventName)],
    body: { kvlistValue: { values } },
  });
  const answer = {
    key: 'message',
    value: { kvlistValue: { values: [text('role', 'assistant'), text('content', 'The Vltava.')] } },
  };
  const logRecords = [
    record('gen_ai.user.message', [text('content', 'Which river flows through Prague?')]),
    record('gen_ai.choice', [
      { key: 'index', value: { intValue: '0' } },
      text('finish_reason', 'stop'),
      answer,
    ]),
  ];
  return { resourceLogs: [{ scopeLogs: [{ scope: { name: SCOPE }, logRecords }] }] };
}

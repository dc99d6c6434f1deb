/** What changed?: from a figure that rose to the calls that moved it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { APPLICATIONS } from '@parley/sample/applications';
import type { Post } from '@parley/sample/generate';
import type { TestServer } from '../../server/test/support/server-process.ts';
import { explained, type Filled, fillWith } from './support/fill.ts';
import { overflow } from './support/overflow.ts';
import { sharedConsole } from './support/shared-console.ts';
import { counted } from './support/steps.ts';

const HOUR = 3_600_000;
const MODELS = ['gpt-4o', 'gpt-4o-mini'];
const FEATURES = ['chat', 'search', 'summary'];
/** Calls of each model and feature, in each of the two days. */
const CALLS = 6;
const LONGER = 4;

describe('What changed?', () => {
  let owner: Filled['owner'];
  let application: Filled['application'];
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      ({ owner, application } = await plant(server));
    },
  });
  const open = (path: string, width = 1280) =>
    shared.open(`/apps/${application.id}${path}`, { as: owner, width });
  const SENTENCE =
    /^Cost rose by .* by label feature=summary, because each call used 4\.0 times the tokens\.$/;

  it('a figure that rose leads to the cause, and the cause to its calls', async () => {
    const page = await open('/overview?range=24h');
    await page.getByRole('link', { name: 'What changed? Cost' }).click();
    await page.getByRole('heading', { name: 'What changed?' }).waitFor();
    await page.getByText(SENTENCE).waitFor();
    const first = page.getByRole('list', { name: 'Causes' }).getByRole('listitem').first();
    assert.match((await first.textContent()) ?? '', /feature summary.*Each call used 4\.0 times the tokens/);
    const price = page.getByRole('region', { name: 'Calls, tokens and price' });
    assert.match((await price.textContent()) ?? '', /Tokens per call.*×2/);

    await first.getByRole('link', { name: 'feature summary', exact: true }).click();
    await counted(page, MODELS.length * CALLS);
    await page.getByRole('button', { name: 'Remove the filter feature' }).waitFor();
  });

  it('the address holds the figure and the comparison', async () => {
    const page = await open('/what-changed?range=24h');
    await page.getByText(SENTENCE).waitFor();
    await page.getByText('Week before', { exact: true }).click();
    await page.getByText('There were no calls in the period before').waitFor();
    await page.getByLabel('Figure').selectOption('Error rate');
    await page.waitForURL(({ searchParams }) => searchParams.get('measure') === 'errorRate');
    await page.reload();
    await page.getByText('There were no calls in the period before').waitFor();
    assert.equal(await page.getByLabel('Figure').inputValue(), 'errorRate');
    assert.equal(await page.getByRole('radio', { name: 'Week before' }).isChecked(), true);
  });

  it('a look inside a cause tells which of its calls changed', async () => {
    const page = await open('/what-changed?range=24h&measure=totalTokens');
    await page.getByRole('link', { name: /^Look inside feature summary/ }).click();
    await page.getByText(/^Tokens rose by .*: across the board, because each call used 4\.0 times/).waitFor();
    await page.getByRole('button', { name: 'Remove the filter feature' }).waitFor();
  });

  it('the error rate leads there from the page of errors', async () => {
    const page = await open('/errors?range=24h');
    const chart = page.getByRole('region', { name: 'Error rate' });
    await chart.getByRole('link', { name: 'What changed?' }).click();
    await page.getByText(/^The error rate did not change/).waitFor();
  });

  it('it fits on a phone', async () => {
    const page = await open('/what-changed?range=24h', 390);
    await page.getByText(SENTENCE).waitFor();
    assert.deepEqual(await overflow(page), []);
  });
});

/** Two days alike, but for the prompts of one feature, which are longer in the second. */
async function plant(server: TestServer) {
  const [{ name }] = APPLICATIONS;
  const now = Date.now();
  const posts = [0, 1].flatMap((day) =>
    MODELS.flatMap((model) =>
      FEATURES.flatMap((feature) =>
        Array.from({ length: CALLS }, (_, i): Post => {
          const request = now - day * 24 * HOUR - (2 + i) * HOUR;
          const times = day === 0 && feature === 'summary' ? LONGER : 1;
          const [input, output] = [1000 * times, 100 * times];
          return {
            application: name,
            at: request,
            expect: 'stored',
            payload: {
              reconify: { format: 'openai', type: 'chat', version: '3.1.0' },
              timestamps: { request, response: request + 900 },
              user: { userId: `user-${i}` },
              labels: { feature },
              request: { model, messages: [{ role: 'user', content: `Call ${i} of ${feature}` }] },
              response: {
                model,
                choices: [
                  { index: 0, message: { role: 'assistant', content: 'Fine.' }, finish_reason: 'stop' },
                ],
                usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
              },
            },
          };
        }),
      ),
    ),
  );
  const { owner, application } = await fillWith(server, posts);
  await explained(owner, application.id);
  return { owner, application };
}

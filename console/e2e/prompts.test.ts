/** Prompts: listed with their figures, with a page each that shows versions, what changed and the text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drained } from '../../scripts/demo/start-parley.ts';
import { Browser as Person } from '../../server/test/support/browser.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { axeFaults } from './support/axe.ts';
import { settled } from './support/pages.ts';
import { sharedConsole } from './support/shared-console.ts';
import { counted } from './support/steps.ts';

const MINUTE = 60_000;
const PEOPLE = ['Anna Schmidt', 'Ben Okafor', 'Elif García'];
const AGENT = `You answer questions of customers of a shop for garden tools. Be polite and brief.
Ask for the order number, if it is missing.
Never give legal advice.`;
const EDITED = AGENT.replace('Be polite and brief.', 'Be polite, and explain every step at length.');

describe('prompts', () => {
  let owner: Person;
  let appId = '';
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      owner = await new Person(server).signUp('ann@example.com', { name: 'Ann' });
      const { id, ...keys } = await owner.createApplication('Shop');
      appId = id;
      const now = Date.now() - 60 * MINUTE;
      for (let i = 0; i < 12; i++) {
        const at = now + i * MINUTE;
        const system = `${i < 6 ? AGENT : EDITED}\nYou are talking to ${PEOPLE[i % 3]}.`;
        const messages = [
          { role: 'system', content: system },
          { role: 'user', content: 'Where is my order?' },
        ];
        const changes = {
          request: { model: 'gpt-4o', messages },
          timestamps: { request: at, response: at + (i < 6 ? 1000 : 2000) },
        };
        const answer = await server.post(bytesOf(payloadOf('openai', 'chat', changes, keys)));
        assert.equal(answer.status, 200, answer.text);
      }
      await drained(server.url, () => {});
    },
  });
  const open = (path: string, view: { width?: number; theme?: 'dark' } = {}) =>
    shared.open(`/apps/${appId}${path}`, { as: owner, ...view });

  it('a prompt is found in the list, and its page shows versions, what changed and what varies', async () => {
    const page = await open('/prompts');
    const list = page.getByRole('region', { name: 'Prompts' });
    const row = list.getByRole('row').nth(1);
    await row.getByText('You answer questions of customers').waitFor();
    assert.match(await row.innerText(), /\b12\b/);
    await row.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: /^you-answer-questions-of-customers-/ }).waitFor();
    await settled(page);

    const changed = page.getByRole('region', { name: 'What changed' });
    await changed.getByText('Since version 2: latency +100%. Few calls to judge by: 6.').waitFor();
    await changed.getByText('explain every step at length').waitFor();
    const text = page.getByRole('region', { name: 'Text of version 2' });
    assert.ok(PEOPLE.includes(await text.locator('mark').innerText()));

    await page.getByRole('button', { name: 'version 1' }).click();
    const earlier = page.getByRole('region', { name: 'Text of version 1' });
    await earlier.getByText('Be polite and brief.').waitFor();
    assert.deepEqual(await axeFaults(page, false), []);

    await page.getByRole('link', { name: 'All interactions' }).click();
    await counted(page, 12);
    await page.getByRole('button', { name: /^Prompt is you-answer-questions/ }).waitFor();
  });

  it('a range without prompts says what prompts are', async () => {
    const page = await open('/prompts?range=15m');
    await page.getByText('No prompts in this range').waitFor();
    await page.getByText('recognised by the system text').waitFor();
  });

  it('nothing is cut off on a phone', async () => {
    const page = await open('/prompts', { width: 375 });
    await settled(page);
    await page.getByRole('region', { name: 'Prompts' }).getByRole('link').first().click();
    await page.getByRole('region', { name: 'What changed' }).waitFor();
    await settled(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(overflow, 0);
  });
});

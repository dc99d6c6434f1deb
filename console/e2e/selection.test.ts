/** Lists by keyboard: walking through rows, selecting them, and what can be done with a selection. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InteractionList, SessionList } from '@parley/contract';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../server/test/support/eventually.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { axeFaults } from './support/axe.ts';
import { type Filled, fill } from './support/fill.ts';
import { overflow, PHONE } from './support/overflow.ts';
import { settled } from './support/pages.ts';
import { readDownload } from './support/read-download.ts';
import { sharedConsole } from './support/shared-console.ts';
import { interactionList } from './support/steps.ts';

/** Until a payload is stored and appears in the list. */
const STORED_MS = 120_000;

describe('a selection', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 60);
    },
  });
  const open = (path: string, width = 1440) =>
    shared.open(`/apps/${filled.application.id}/${path}`, { as: filled.owner, width });
  const newest = async (): Promise<string[]> => {
    const path = `/v1/interactions?app=${filled.application.id}&limit=20`;
    return InteractionList.parse((await filled.owner.get(path)).json).data.map(({ id }) => id);
  };
  const track = async (changes: Record<string, unknown>) => {
    const { keys } = filled.application;
    const answer = await shared.server.post(bytesOf(payloadOf('openai', 'chat', changes, keys)));
    assert.equal(answer.status, 200, answer.text);
    const id = String(answer.json.id);
    await eventually('it is stored', async () => (await newest()).includes(id), STORED_MS);
    return id;
  };
  const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
  const selected = (page: Page, many: number) => bar(page).getByText(`${many} selected`).waitFor();
  const none = (page: Page) => bar(page).waitFor({ state: 'detached' });
  const copied = async (page: Page, button: string) => {
    await bar(page).getByRole('button', { name: button }).click();
    await bar(page).getByText('Copied').waitFor();
    return (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  };
  const exported = async (page: Page) => {
    await bar(page).getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^JSON lines/ }).click(),
    ]);
    const lines = (await readDownload(download)).trimEnd().split('\n');
    return lines.map((line) => String(JSON.parse(line).id));
  };
  /** The row with the focus, by its place. */
  const focused = (list: Locator, place: number) =>
    list.locator('tbody tr').nth(place).locator('[data-row]:focus').waitFor();

  it('of interactions is made by keys, copied and exported', async () => {
    const ids = await newest();
    const page = await open('interactions?range=30d');
    await interactionList(page).locator('tbody tr[id]').first().waitFor();
    const pointed = (id: string | undefined) =>
      page.locator(`[aria-activedescendant="row-${id}"]:focus`).waitFor();
    // Without the focus in the list.
    await page.keyboard.press('j');
    await pointed(ids[0]);
    await page.keyboard.press('j');
    await pointed(ids[1]);
    await page.keyboard.press('x');
    await selected(page, 1);
    await page.keyboard.press('Shift+J');
    await page.keyboard.press('Shift+ArrowDown');
    await pointed(ids[3]);
    await selected(page, 3);
    await page.keyboard.press('Shift+K');
    await selected(page, 2);
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await pointed(ids[0]);
    await page.keyboard.press('x');
    await selected(page, 3);
    const expected = ids.slice(0, 3);
    assert.deepEqual(await copied(page, 'Copy IDs'), expected);
    assert.deepEqual((await exported(page)).sort(), expected.toSorted());
    assert.ok(await bar(page).getByRole('button', { name: 'Compare' }).isDisabled());

    // Enter opens the row. Escape closes it first, and keeps the selection.
    await interactionList(page).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/id=/);
    await page.getByRole('complementary', { name: 'Interaction' }).getByRole('tab').first().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('id'));
    await selected(page, 3);
    await page.keyboard.press('Escape');
    await none(page);
  });

  it('of interactions is made by mouse, also of a range', async () => {
    const page = await open('interactions?range=30d');
    const rows = interactionList(page).locator('tbody tr[id]');
    const box = (place: number) => rows.nth(place).getByRole('checkbox', { name: 'Select interaction' });
    await rows.first().hover();
    await box(0).check();
    await selected(page, 1);
    await rows
      .nth(3)
      .locator('td')
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await selected(page, 4);
    await box(5).click({ modifiers: ['Shift'] });
    await selected(page, 6);
    await box(1).uncheck();
    await selected(page, 5);
    assert.equal(new URL(page.url()).searchParams.get('id'), null, 'a row was opened');
    await bar(page)
      .getByRole('button', { name: /^Clear/ })
      .click();
    await none(page);
  });

  it('of sessions, users, errors and rejected payloads works the same way', async () => {
    const page = await open('sessions?range=30d');
    const list = page.getByRole('region', { name: 'Sessions' });
    await list.locator('tbody tr').first().waitFor();
    await settled(page);
    const { data } = SessionList.parse(
      (await filled.owner.get(`/v1/sessions?app=${filled.application.id}&limit=20`)).json,
    );
    await page.keyboard.press('j');
    await focused(list, 0);
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await focused(list, 1);
    await selected(page, 2);
    const both = data.slice(0, 2).map(({ id }) => id);
    assert.deepEqual(await copied(page, 'Copy IDs'), both);
    assert.deepEqual(await exported(page), both);
    await page.keyboard.press('Escape');
    await list.locator('tbody tr').first().getByRole('link').first().focus();
    await page.keyboard.press('Escape');
    await none(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/sessions/${both[0]}`));

    await page.goto(`/apps/${filled.application.id}/users?range=30d`);
    const users = page.getByRole('region', { name: 'Users' });
    await users.locator('tbody tr').first().waitFor();
    await settled(page);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await selected(page, 1);
    const [key] = await copied(page, 'Copy keys');
    assert.equal(await users.locator('tbody tr').first().locator('td').nth(1).innerText(), key);

    await page.goto(`/apps/${filled.application.id}/errors?range=30d`);
    await page.getByRole('region', { name: 'Errors' }).locator('tbody tr').first().waitFor();
    await settled(page);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await selected(page, 1);
    await bar(page).getByRole('link', { name: 'Show interactions' }).click();
    await page.waitForURL(/interactions\?.*errorGroup=/);

    await page.goto(`/apps/${filled.application.id}/ingestion`);
    const rejected = page.getByRole('region', { name: 'Rejected payloads' });
    await rejected.locator('tbody tr').first().waitFor();
    await settled(page);
    await page.keyboard.press('j');
    await focused(rejected, 0);
    await page.keyboard.press('x');
    await selected(page, 1);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).waitFor();
    await page.keyboard.press('Escape');
    await selected(page, 1);
  });

  it('of models chooses those that are compared', async () => {
    const page = await open('models?range=30d');
    const list = page.getByRole('region', { name: 'Models' });
    await list.locator('tbody tr').first().waitFor();
    await settled(page);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.waitForURL(/compare=/);
    await list.locator('tbody tr').first().getByRole('checkbox', { checked: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/interactions\?.*requestedModel=/);
  });

  it('of two interactions compares them: facts, parameters, prompts and answers', async () => {
    const call = (system: string, question: string, answer: string, temperature: number) => ({
      request: {
        model: 'gpt-4o',
        temperature,
        top_p: 0.9,
        messages: [
          { role: 'system', content: `You work at a harbour.\n${system}\nNever guess.` },
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: 'Good morning!' },
          { role: 'user', content: question },
        ],
      },
      response: {
        id: 'x',
        model: 'gpt-4o-2024-08-06',
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: answer } }],
        usage: { prompt_tokens: 40, completion_tokens: 10, total_tokens: 50 },
      },
    });
    const now = Date.now();
    const a = await track({
      ...call('Answer in one sentence.', 'When does the ferry leave?', 'The ferry leaves at nine.', 0.2),
      timestamps: { request: now - 4000, response: now - 3000 },
    });
    const b = await track({
      ...call('Answer in two sentences.', 'When does the ferry leave?', 'The ferry leaves at ten.', 0.7),
      timestamps: { request: now - 2000, response: now - 500 },
    });

    const page = await open('interactions?range=1h');
    for (const id of [b, a]) {
      const row = page.locator(`#row-${id}`);
      await row.hover();
      await row.getByRole('checkbox').check();
    }
    await bar(page).getByRole('link', { name: 'Compare' }).click();
    await page.waitForURL((url) => url.searchParams.get('a') === a && url.searchParams.get('b') === b);
    const card = (name: string) => page.getByRole('region', { name, exact: true });
    const marked = async (name: string) => [
      await card(name).locator('del').allTextContents(),
      await card(name).locator('ins').allTextContents(),
    ];
    await card('Answer').locator('ins').first().waitFor();
    assert.deepEqual(await marked('Answer'), [['nine'], ['ten']]);
    assert.deepEqual(await marked('System prompt'), [
      ['one', 'sentence'],
      ['two', 'sentences'],
    ]);
    assert.deepEqual(await marked('Messages'), [[], []]);
    await card('Messages').getByText('3 equal messages').waitFor();
    await card('Parameters')
      .getByRole('row', { name: /^temperature \(differs\) 0\.2 0\.7$/ })
      .waitFor();
    await card('Parameters')
      .getByRole('row', { name: /^top_p 0\.9 0\.9$/ })
      .waitFor();
    await card('Facts')
      .getByRole('row', { name: /^Latency \(differs\) 1\.00 s 1\.50 s\s?\+50%$/ })
      .waitFor();
    await card('Facts')
      .getByRole('row', { name: /^Requested model gpt-4o gpt-4o$/ })
      .waitFor();

    await page.getByRole('link', { name: 'Swap' }).click();
    await page.waitForURL((url) => url.searchParams.get('a') === b);
    await eventually('the sides are swapped', async () => (await marked('Answer'))[0]?.[0] === 'ten');

    // The address shows a colleague the same, on a phone one below the other.
    const phone = await shared.open(page.url(), { as: filled.owner, ...PHONE });
    await phone.getByRole('region', { name: 'Answer' }).locator('ins').first().waitFor();
    assert.deepEqual(await overflow(phone), []);
    const tops = await phone
      .getByRole('region', { name: 'Answer' })
      .locator('del, ins')
      .evaluateAll((marks) => marks.map((mark) => mark.getBoundingClientRect().top));
    assert.ok(Number(tops[1]) > Number(tops[0]), `${tops}`);
    assert.deepEqual(await axeFaults(page, false), []);
  });

  it('cannot be compared where an interaction is missing', async () => {
    const [id] = await newest();
    const page = await open(`interactions/compare?a=${id}&b=0197296a-7c00-7000-8000-00000000ffff`);
    await page.getByText('Interaction not found').waitFor();
    await page.goto(`/apps/${filled.application.id}/interactions/compare`);
    await page.getByText('Select two interactions').waitFor();
  });
});

/** Review: a queue made of a view, reviewed with keys alone, by people who see nothing else. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReviewQueueList, ScoreList } from '@parley/contract';
import type { Page } from 'playwright-core';
import type { Browser as Person } from '../../server/test/support/browser.ts';
import { eventually } from '../../server/test/support/eventually.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { axeFaults } from './support/axe.ts';
import { overflow, PHONE } from './support/overflow.ts';
import { sharedConsole } from './support/shared-console.ts';

const STORED_MS = 120_000;
const ITEMS = 20;

describe('review', () => {
  const shared = sharedConsole({ store: true });

  /** An owner with an application that has interactions to review. */
  async function ownerOf(name: string): Promise<{ owner: Person; appId: string }> {
    const owner = await shared.person(name);
    const { id: appId, ...keys } = await owner.createApplication('Shop');
    for (let i = 1; i <= ITEMS; i++) {
      const request = { model: 'm', messages: [{ role: 'user', content: `Question number ${i}` }] };
      const payload = payloadOf('openai', 'chat', { request, user: { userId: 'customer-1' } }, keys);
      assert.equal((await shared.server.post(bytesOf(payload))).status, 200);
    }
    await eventually(
      'everything is stored',
      async () => {
        const { json } = await owner.get(`/v1/interactions?app=${appId}&limit=${ITEMS}`);
        return (json.data as unknown[] | undefined)?.length === ITEMS;
      },
      STORED_MS,
    );
    return { owner, appId };
  }
  async function scoresOf(owner: Person, appId: string, name: string) {
    const { json } = await owner.get(`/v1/scores?app=${appId}&name=${name}&limit=100`);
    return ScoreList.parse(json).data;
  }
  const progress = (page: Page, done: number, items = ITEMS) =>
    page.getByText(`${done} of ${items}`, { exact: true }).waitFor();

  it('20 items are reviewed with keys alone, by a reviewer who sees nothing else', async () => {
    const { owner, appId } = await ownerOf('Rita');
    const page = await shared.open(`/apps/${appId}/interactions?range=24h&user=%5B%22customer-1%22%5D`, {
      as: owner,
    });
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New review queue' });
    await dialog.getByLabel('Name', { exact: true }).fill('Answers');
    await dialog.getByRole('textbox', { name: 'Question' }).fill('Is the answer correct?');
    assert.equal(await dialog.getByLabel('Score name').inputValue(), 'is-the-answer-correct');
    await dialog.getByLabel('Score name').fill('correct');
    await dialog.getByRole('button', { name: 'Add question' }).click();
    const second = dialog.getByRole('group', { name: 'Question 2' });
    await second.getByRole('textbox', { name: 'Question' }).fill('How friendly is it?');
    await second.getByLabel('Score name').fill('tone');
    await second.getByLabel('Answer').selectOption('number');
    assert.deepEqual(await axeFaults(page, true), []);
    await dialog.getByRole('button', { name: 'Create queue' }).click();
    await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Answers' }).waitFor();
    assert.deepEqual(await axeFaults(page, false), []);
    await page.setViewportSize(PHONE);
    assert.deepEqual(await overflow(page), []);

    const reviewer = await owner.invite('keys@example.com', 'reviewer');
    const window = await shared.open('/', { as: reviewer });
    const { keyboard } = window;
    await window.getByRole('link', { name: 'Answers' }).waitFor();
    // The first row of the list, and into it.
    await keyboard.press('j');
    await keyboard.press('Enter');
    for (let i = 0; i < ITEMS; i++) {
      await progress(window, i);
      await window.getByText(/Question number \d+/).waitFor();
      if (i === 3) {
        await keyboard.press('c');
        await keyboard.type('Not quite.');
        await keyboard.press('Escape');
      }
      if (i === 5) {
        const before = await window.getByText(/Question number \d+/).textContent();
        await keyboard.press('s');
        await window.getByText(before ?? '', { exact: true }).waitFor({ state: 'detached' });
      }
      await keyboard.press(i % 2 === 0 ? 'y' : 'n');
      await keyboard.press('4');
      await keyboard.press('Enter');
      if (i !== 7) continue;
      // The eighth answer is undone, and given again.
      await progress(window, 8);
      await keyboard.press('u');
      await progress(window, 7);
      await window
        .getByRole('radio', { name: 'No' })
        .and(window.locator(':checked'))
        .waitFor({ state: 'attached' });
      await keyboard.press('Enter');
    }
    await window.getByText('All done').waitFor();
    await progress(window, ITEMS);
    await eventually(
      'all answers are scores',
      async () =>
        (await scoresOf(owner, appId, 'correct')).length === ITEMS &&
        (await scoresOf(owner, appId, 'tone')).length === ITEMS,
      STORED_MS,
    );
    const correct = await scoresOf(owner, appId, 'correct');
    assert.equal(correct.filter(({ value }) => value === true).length, ITEMS / 2);
    assert.deepEqual(
      correct.flatMap(({ comment }) => (comment === null ? [] : [comment])),
      ['Not quite.'],
    );
    assert.ok(correct.every(({ author, source }) => author === 'keys@example.com' && source === 'review'));
  });

  it('shows a reviewer Review alone, whatever the address', async () => {
    const { owner, appId } = await ownerOf('Olga');
    const questions = [{ name: 'ok', kind: 'boolean', text: 'Fine?' }];
    await owner.post('/v1/review/queues', { app: appId, name: 'Seen', questions });
    const reviewer = await owner.invite('only@example.com', 'reviewer');
    const page = await shared.open('/', { as: reviewer });
    for (const path of ['/', `/apps/${appId}/overview`, '/applications', '/welcome', '/system']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/review', path);
    }
    const nav = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
    assert.deepEqual(
      (await nav.getByRole('link').allInnerTexts()).map((text) => text.trim()),
      ['Parley', 'Review'],
    );
    await page.getByRole('link', { name: 'Seen' }).click();
    await page.getByRole('form', { name: 'Questions' }).waitFor();
    assert.equal(await page.getByText('customer-1').count(), 0);
    await page.getByRole('link', { name: 'Close' }).click();
    await page.waitForURL('**/review');
  });

  it('has no serious axe violation in either theme, fits a phone, and says what keys do', async () => {
    const { owner, appId } = await ownerOf('Axel');
    const questions = [
      { name: 'ok', kind: 'boolean', text: 'Is the answer correct?' },
      { name: 'why', kind: 'word', text: 'Why?', options: ['wrong order', 'rude', 'too long'] },
    ];
    const { json } = await owner.post('/v1/review/queues', { app: appId, name: 'Seen', questions });
    const page = await shared.open(`/review/${json.id}`, { as: owner });
    await page.getByRole('form', { name: 'Questions' }).waitFor();
    assert.deepEqual(await axeFaults(page, false), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await axeFaults(page, false, ['color-contrast', 'link-in-text-block']), []);
    await page.setViewportSize(PHONE);
    assert.deepEqual(await overflow(page), []);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Answer every question' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('y');
    await page.getByRole('status').filter({ hasText: '1 left' }).waitFor({ state: 'attached' });
    await page.keyboard.press('2');
    assert.ok(await page.getByRole('radio', { name: 'rude' }).isChecked());
    await page.keyboard.press('Enter');
    await progress(page, 1);
    const listed = ReviewQueueList.parse((await owner.get('/v1/review/queues')).json).data;
    assert.deepEqual(listed[0]?.progress, { items: ITEMS, done: 1, mine: 1, left: ITEMS - 1 });
  });
});

/** Scores: given by mouse and by key, shown with who and when, filtered and sorted by. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ScoreList } from '@parley/contract';
import type { Locator, Page } from 'playwright-core';
import { drained } from '../../scripts/demo/start-parley.ts';
import { Browser as Person } from '../../server/test/support/browser.ts';
import { eventually } from '../../server/test/support/eventually.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { keyHeaders, sendScores } from '../../server/test/support/scores.ts';
import { axeFaults } from './support/axe.ts';
import { settled } from './support/pages.ts';
import { sharedConsole } from './support/shared-console.ts';
import { counted, interactionList } from './support/steps.ts';

const MINUTE = 60_000;
const STORED_MS = 60_000;
const QUESTIONS = ['Where is my parcel?', 'Can I return it?', 'Thank you!', 'What time is it?'];
const ARABIC = 'الجواب خاطئ';

describe('scores', () => {
  let owner: Person;
  let appId = '';
  /** A program's score of one of the interactions. */
  let judge: (index: number, value: number, name?: string) => Promise<void>;
  const ids: string[] = [];
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      owner = await new Person(server).signUp('ann@example.com', { name: 'Ann' });
      const { id, ...keys } = await owner.createApplication('Shop');
      appId = id;
      const now = Date.now() - 30 * MINUTE;
      for (const [i, content] of QUESTIONS.entries()) {
        const at = now + i * MINUTE;
        const changes = {
          ...(i < 3 ? { session: 'parcel', user: { userId: 'jane' } } : {}),
          request: { model: 'gpt-4o', messages: [{ role: 'user', content }] },
          timestamps: { request: at, response: at + 1000 },
        };
        const answer = await server.post(bytesOf(payloadOf('openai', 'chat', changes, keys)));
        assert.equal(answer.status, 200, answer.text);
        ids.push(String(answer.json.id));
      }
      judge = async (index, value, name = 'faithfulness') => {
        const score = { name, value, author: 'nightly judge', source: 'judge' };
        const judged = await sendScores(server, { interaction: ids[index], ...score }, keyHeaders(keys));
        assert.equal(judged.status, 200, judged.text);
      };
      await judge(0, 0.9);
      await judge(1, 0.25);
      await drained(server.url, () => {});
      for (const path of [`interactions/${ids[0]}`, `score-names?app=${id}`, `sessions?app=${id}`])
        await answered(`/v1/${path}`);
    },
  });
  /** Waits for the first answer of its kind: an engine takes longer for it than a page waits. */
  const answered = (path: string, body?: object) =>
    eventually(
      `${path} is answered`,
      async () => (body ? await owner.post(path, body) : await owner.get(path)).status === 200,
      STORED_MS,
    );

  type Look = { width?: number; theme?: 'dark' };
  const open = (path: string, look: Look = {}) =>
    shared.open(`/apps/${appId}${path}`, { as: owner, ...look });
  const openPanel = async (index: number, look: Look = {}) => {
    const page = await open(`/interactions?range=24h&id=${ids[index]}`, look);
    const scores = page.getByRole('region', { name: 'Scores' });
    await scores.getByRole('button', { name: 'Thumbs up' }).waitFor();
    return { page, scores };
  };
  const items = (within: Page | Locator) =>
    within.getByRole('list', { name: 'Scores' }).getByRole('listitem');
  /** Waits until the store has these values of a target, whoever gave them. */
  const stored = (target: string, expected: readonly unknown[]) =>
    eventually(
      `${target} has ${JSON.stringify(expected)}`,
      async () => {
        const { data } = ScoreList.parse((await owner.get(`/v1/scores?app=${appId}&${target}`)).json);
        const values = data.filter(({ source }) => source === 'review').map(({ value }) => value);
        return JSON.stringify(values.toSorted()) === JSON.stringify([...expected].toSorted());
      },
      STORED_MS,
    );

  it('a thumb and a comment are given by mouse, are changed, withdrawn and undone, and stay', async () => {
    const { page, scores } = await openPanel(0);
    // What a program said is there already.
    await items(scores).filter({ hasText: '0.9' }).getByText('nightly judge').waitFor();
    const [up, down] = ['Thumbs up', 'Thumbs down'].map((name) => scores.getByRole('button', { name }));
    await up?.click();
    await page.getByRole('status').getByText('Thumbs up').waitFor();
    await items(scores).filter({ hasText: 'You' }).getByText('now').waitFor();
    assert.equal(await up?.getAttribute('aria-pressed'), 'true');
    await up?.click();
    await page.getByText('Thumbs withdrawn').waitFor();
    assert.equal(await items(scores).filter({ hasText: 'You' }).count(), 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await up?.getAttribute('aria-pressed'), 'true');
    await down?.click();
    assert.deepEqual(
      [await up?.getAttribute('aria-pressed'), await down?.getAttribute('aria-pressed')],
      ['false', 'true'],
    );

    await scores.getByRole('button', { name: 'Comment' }).click();
    const field = scores.getByRole('textbox', { name: 'Comment' });
    await field.fill('It never asked for the order number.');
    await field.press('Enter');
    await items(scores).getByText('It never asked for the order number.').waitFor();
    assert.equal(await field.count(), 0);
    await stored(`interaction=${ids[0]}`, [false, 'It never asked for the order number.']);

    await page.reload();
    await items(scores).getByText('It never asked for the order number.').waitFor();
    assert.equal(await down?.getAttribute('aria-pressed'), 'true');
    await settled(page);
    assert.deepEqual(await axeFaults(page, false), []);
  });

  it('a correction begins with the answer, and is kept as what should have been said', async () => {
    const { page, scores } = await openPanel(3);
    await scores.getByRole('button', { name: 'Correct' }).click();
    const field = scores.getByRole('textbox', { name: 'Correction' });
    assert.notEqual(await field.inputValue(), '', 'the field has the answer');
    await field.fill('It is noon.\nIn Paris.');
    await field.press('Control+Enter');
    await page.getByRole('status').getByText('Correction added').waitFor();
    await items(scores).filter({ hasText: 'Correction' }).getByText('It is noon.').waitFor();
    await stored(`interaction=${ids[3]}`, [true]);
    const { data } = ScoreList.parse((await owner.get(`/v1/scores?app=${appId}&name=correction`)).json);
    assert.deepEqual(
      data.map(({ comment }) => comment),
      ['It is noon.\nIn Paris.'],
    );
    await items(scores).getByRole('button', { name: 'Delete correction' }).click();
    await stored(`interaction=${ids[3]}`, []);
  });

  it('a number and a word are given under names that are known, and under a new one', async () => {
    const { page, scores } = await openPanel(2);
    await scores.getByRole('button', { name: 'Score', exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'More scores' });
    await menu.getByRole('spinbutton', { name: 'faithfulness' }).fill('0.5');
    await menu.getByRole('spinbutton', { name: 'faithfulness' }).press('Enter');
    await items(scores).filter({ hasText: 'faithfulness' }).getByText('0.5').waitFor();
    await scores.getByRole('button', { name: 'Score', exact: true }).click();
    await menu.getByLabel('New score').fill('topic');
    await menu.getByLabel('Value').fill('refund');
    await menu.getByRole('button', { name: 'Add' }).click();
    await items(scores).filter({ hasText: 'topic' }).getByText('refund').waitFor();
    await stored(`interaction=${ids[2]}`, [0.5, 'refund']);
    // A value of another kind is refused, and what was there stays.
    await scores.getByRole('button', { name: 'Score', exact: true }).click();
    await menu.getByLabel('New score').fill('faithfulness');
    await menu.getByLabel('Value').fill('high');
    await menu.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Not saved: The values of "faithfulness" are numbers here').waitFor();
    await items(scores).filter({ hasText: 'faithfulness' }).getByText('0.5').waitFor();
    await scores.getByRole('button', { name: 'Withdraw topic' }).click();
    await stored(`interaction=${ids[2]}`, [0.5]);
  });

  it('keys score the focused row, open its comment, and score what is open', async () => {
    const page = await open('/interactions?range=24h');
    const grid = interactionList(page);
    const row = grid.getByRole('row').filter({ hasText: 'What time is it?' });
    await row.waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('+');
    await row.getByText('Thumbs up').waitFor();
    await page.keyboard.press('-');
    await row.getByText('Thumbs down').waitFor();
    await page.keyboard.press('c');
    const scores = page.getByRole('region', { name: 'Scores' });
    const field = scores.getByRole('textbox', { name: 'Comment' });
    await field.waitFor();
    await page.keyboard.type('c + - are letters here');
    await page.keyboard.press('Escape');
    assert.equal(await field.count(), 0);
    // The panel is still open.
    await page.keyboard.press('c');
    await page.keyboard.type(ARABIC);
    await page.keyboard.press('Enter');
    const comment = items(scores).getByText(ARABIC);
    await comment.waitFor();
    assert.equal(await comment.evaluate((one) => getComputedStyle(one).direction), 'rtl');
    await page.keyboard.press('+');
    await items(scores).getByText('Thumbs up').waitFor();
    await stored(`interaction=${ids[3]}`, [true, ARABIC]);
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Thumbs down').waitFor();
    // Behind a dialog, keys do nothing.
    await page.keyboard.press('-');
    await page.keyboard.press('Escape');
    assert.equal(await items(scores).getByText('Thumbs up').count(), 1);
  });

  it('a live list shows scores as they arrive, in its rows and in the open interaction', async () => {
    const page = await open(`/interactions?range=24h&live=true&id=${ids[2]}`);
    const row = interactionList(page).getByRole('row').filter({ hasText: 'Thank you!' });
    const scores = page.getByRole('region', { name: 'Scores' });
    await scores.getByRole('button', { name: 'Thumbs up' }).waitFor();
    await page.getByRole('switch', { name: 'Live' }).getByText('Live', { exact: true }).waitFor();
    assert.equal(await items(scores).getByText('0.31').count(), 0);
    await judge(2, 0.31, 'relevance');
    await row.getByText('0.31').waitFor();
    await items(scores).getByText('0.31').waitFor();
    await judge(2, 0.62, 'relevance');
    await items(scores).getByText('0.62').waitFor();
    await row.getByText('0.62').waitFor();
  });

  it('a session and each of its turns are scored, in the list and on the page', async () => {
    const page = await open('/sessions?range=24h');
    const list = page.getByRole('region', { name: 'Sessions' });
    await list.getByRole('link', { name: QUESTIONS[0] ?? '' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('+');
    await page.getByRole('status').getByText('Thumbs up').waitFor();
    await stored('session=parcel', [true]);
    await page.keyboard.press('c');
    await page.getByRole('heading', { level: 1, name: QUESTIONS[0] ?? '' }).waitFor();
    await page.getByRole('textbox', { name: 'Comment' }).fill('Friendly.');
    await page.keyboard.press('Enter');
    await stored('session=parcel', [true, 'Friendly.']);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('-');
    await stored('session=parcel', [false, 'Friendly.']);
    const card = page.getByRole('region', { name: 'Scores' });
    await items(card).getByText('Thumbs down').waitFor();
    const turn = page.getByRole('article', { name: 'Turn 2 of 3' });
    await turn.getByText('0.25').waitFor();
    await turn.getByRole('link', { name: 'Details' }).focus();
    await page.keyboard.press('-');
    await turn.getByText('Thumbs down').waitFor();
    await stored(`interaction=${ids[1]}`, [false]);
    await stored('session=parcel', [false, 'Friendly.']);
    await settled(page);
    assert.deepEqual(await axeFaults(page, false), []);
  });

  it('the list is filtered by score, with a chip, and sorted with the worst first', async () => {
    const page = await open('/interactions?range=24h');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('button', { name: 'Score', exact: true }).click();
    await page.getByRole('button', { name: 'faithfulness' }).click();
    await page.getByLabel('At most').fill('0.6');
    await page.getByRole('button', { name: 'Apply' }).click();
    await counted(page, 2);
    await page.getByRole('button', { name: 'faithfulness at most 0.6' }).waitFor();
    assert.match(page.url(), /score\.faithfulness\.max=0\.6/);
    await page.getByRole('button', { name: 'Remove the filter faithfulness' }).click();
    await counted(page, 4);
    await page.getByRole('button', { name: 'Sort', exact: true }).click();
    await page.getByRole('button', { name: 'Worst first by faithfulness' }).click();
    await page.getByText('Worst first by faithfulness').waitFor();
    const rows = interactionList(page).getByRole('row');
    await rows.nth(1).getByText('Can I return it?').waitFor();
    const texts = await rows.allInnerTexts();
    assert.deepEqual(
      texts.slice(1).map((text) => QUESTIONS.findIndex((question) => text.includes(question))),
      [1, 2, 0, 3],
    );
  });

  it('the overview shows a score over time, and traffic by score', async () => {
    const mean = { measures: ['score.faithfulness.mean', 'score.faithfulness.count'], bucket: 'hour' };
    const from = Date.now() - 24 * 60 * MINUTE;
    await answered('/v1/query', { ...mean, from, filters: { app: appId } });
    const page = await open('/overview?range=24h&score=faithfulness&table=scores');
    const chart = page.getByRole('region', { name: 'Scores', exact: true });
    const cell = chart.getByRole('cell', { name: /^[123] scores?$/ });
    await cell.first().waitFor();
    const traffic = page.getByRole('region', { name: 'Interactions', exact: true });
    await traffic.getByLabel('Stack by').selectOption('by thumbs');
    await page.waitForURL(/stack=score\.thumbs/);
  });

  it('who may only read sees scores and no buttons', async () => {
    const viewer = await owner.invite('vic@example.com', 'viewer');
    const page = await shared.open(`/apps/${appId}/interactions?range=24h&id=${ids[0]}`, { as: viewer });
    const scores = page.getByRole('region', { name: 'Scores' });
    await items(scores).getByText('nightly judge').waitFor();
    await items(scores).filter({ hasText: 'It never asked' }).getByText('Ann').waitFor();
    assert.equal(await scores.getByRole('button').count(), 0);
  });

  it('everything fits on a phone, also in dark', async () => {
    const { page, scores } = await openPanel(1, { width: 375, theme: 'dark' });
    await scores.getByRole('button', { name: 'Thumbs up' }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.click();
    await items(scores).getByText('nightly judge').waitFor();
    await settled(page);
    assert.deepEqual(await axeFaults(page, true), []);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(overflow, 0);
  });
});

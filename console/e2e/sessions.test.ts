/** Sessions: the list, a single session, and exports. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { drained } from '../../scripts/demo/start-parley.ts';
import { Browser as Person } from '../../server/test/support/browser.ts';
import { bytesOf, type Json, type Keys, payloadOf } from '../../server/test/support/payloads.ts';
import type { TestServer } from '../../server/test/support/server-process.ts';
import { settled } from './support/pages.ts';
import { readDownload } from './support/read-download.ts';
import { sharedConsole } from './support/shared-console.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const user = (content: unknown) => ({ role: 'user', content });
const CALL = { id: 'call_1', type: 'function', function: { name: 'find_order', arguments: '{"id":7}' } };
const CALLED = { role: 'assistant', content: null, tool_calls: [CALL] };
const FOUND = { role: 'tool', tool_call_id: 'call_1', content: 'on the ferry' };
const answer = (content: string, finish_reason = 'stop') => ({
  choices: [{ index: 0, finish_reason, message: { role: 'assistant', content } }],
});
const FAILED = { error: { message: 'Too many requests', code: 'rate_limit_exceeded' } };

type Turn = [messages: unknown[], response: Json];

/** Name, hours before now, and turns of each session. */
const SESSIONS: [name: string, hours: number, turns: Turn[]][] = [
  [
    'order-7',
    2,
    [
      [
        [user('Where is\nmy order?')],
        { choices: [{ index: 0, finish_reason: 'tool_calls', message: CALLED }] },
      ],
      [[user('Where is\nmy order?'), CALLED, FOUND], answer('It is on the ferry.')],
      [[user('Thank you!')], answer('You are welcome.')],
    ],
  ],
  [
    'long-story',
    5,
    [
      [[user('Tell me a story.')], answer('Once upon', 'length')],
      [[user('Go on.')], answer('a time', 'length')],
    ],
  ],
  ['broken', 8, [[[user('Anybody there?')], FAILED]]],
  [
    'again',
    11,
    [
      [[user('Hello?')], FAILED],
      [[user('Hello?')], FAILED],
      [[user('Hello?')], answer('Here I am.')],
      [[user('Good.')], answer('What can I do for you?')],
    ],
  ],
];

async function sendSessions(server: TestServer, keys: Keys): Promise<void> {
  for (const [session, hours, turns] of SESSIONS) {
    for (const [i, [messages, response]] of turns.entries()) {
      const request = Date.now() - hours * HOUR + i * MINUTE;
      const changes = {
        session,
        user: { userId: `ann-${session}` },
        timestamps: { request, response: request + 900 * (turns.length - i) },
        request: { model: 'gpt-4o', messages },
        response: { model: 'gpt-4o', ...response },
      };
      const sent = await server.post(bytesOf(payloadOf('openai', 'chat', changes, keys)));
      assert.equal(sent.status, 200, sent.text);
    }
  }
  await drained(server.url, () => {});
}

describe('sessions', () => {
  let ann: Person;
  let appId: string;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      ann = await new Person(server).signUp('ann@example.com', { name: 'Ann' });
      const { id, appKey, apiKey } = await ann.createApplication('Shop');
      appId = id;
      await sendSessions(server, { appKey, apiKey });
    },
  });
  const open = (path: string, view = {}) => shared.open(`/apps/${appId}${path}`, { as: ann, ...view });
  const row = (page: Page, name: string) =>
    page
      .getByRole('region', { name: 'Sessions' })
      .getByRole('row')
      .filter({ has: page.getByTitle(name, { exact: true }) });
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { name, level: 1, exact: true }).waitFor();

  it('a session shows its first question, last answer, name and failures', async () => {
    const page = await open('/sessions?range=24h');
    const order = row(page, 'order-7');
    await order.getByRole('link', { name: 'Where is my order?' }).waitFor();
    await order.getByText('You are welcome.', { exact: true }).waitFor();
    assert.equal(await order.getByText('Failed').count(), 0);
    await row(page, 'long-story').getByText('2 truncated', { exact: true }).waitFor();
    await row(page, 'broken').getByText('Failed', { exact: true }).waitFor();
    // Failed calls that were answered in the end.
    await row(page, 'again').getByText('2 failed', { exact: true }).waitFor();
    await page.getByText('4 sessions', { exact: true }).waitFor();

    await page.getByLabel('State').selectOption({ label: 'Active' });
    await page.getByText('No matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await order.waitFor();
  });

  it('sessions can be sorted by failures and by their slowest turn', async () => {
    const page = await open('/sessions?range=24h');
    const firstIs = (name: string) =>
      page
        .getByRole('region', { name: 'Sessions' })
        .getByRole('row')
        .nth(1)
        .getByTitle(name, { exact: true })
        .waitFor();
    const headed = (name: string) => page.getByRole('columnheader', { name }).getByRole('button').click();
    await firstIs('order-7');
    await headed('Failed');
    await firstIs('again');
    await headed('Slowest');
    await page.waitForURL(/orderBy=slowestMs/);
    await headed('Slowest');
    await firstIs('broken');
  });

  it('a click anywhere in a row opens the session, in a new tab on request', async () => {
    const page = await open('/sessions?range=24h');
    const turns = row(page, 'order-7').getByRole('cell', { name: '3', exact: true });
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      turns.click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await heading(tab, 'Where is my order?');
    await turns.click();
    await heading(page, 'Where is my order?');
    await page.goBack();
    // A link inside a row takes precedence over the row.
    await row(page, 'broken').getByRole('link', { name: 'ann-broken' }).click();
    await page.waitForURL(/\/users\/ann-broken/);
  });

  it('turns are numbered, and a tool result is shown with its call in the previous turn', async () => {
    const page = await open('/sessions?range=24h');
    await row(page, 'order-7').getByRole('link', { name: 'Where is my order?' }).click();
    const turn = (number: number) => page.getByRole('article', { name: `Turn ${number} of 3`, exact: true });
    const tool = turn(1).getByRole('region', { name: 'Call of the tool find_order' });
    await tool.getByText('on the ferry', { exact: true }).waitFor();
    assert.equal(await turn(2).getByText('on the ferry', { exact: true }).count(), 0);
    await turn(2).getByText('It is on the ferry.').waitFor();

    await turn(3).getByRole('link', { name: 'Turn 3 of 3' }).click();
    await page.waitForURL(/#turn-3$/);
    const short = await shared.open(`${new URL(page.url()).pathname}#turn-3`, { as: ann, height: 400 });
    const last = short.getByRole('article', { name: 'Turn 3 of 3' });
    await last.waitFor();
    await short.waitForFunction(() => window.scrollY > 0);
    const top = await last.evaluate((element) => element.getBoundingClientRect().top);
    assert.ok(top < 400, `the turn is ${top} pixels down`);
  });

  it('next and previous follow the order of the list', async () => {
    const page = await open('/sessions?range=24h&orderBy=interactions&order=asc');
    await settled(page);
    await row(page, 'broken').getByRole('link', { name: 'Anybody there?' }).click();
    await heading(page, 'Anybody there?');
    const others = page.getByRole('navigation', { name: 'Other sessions' });
    await others.getByRole('link', { name: 'Next' }).click();
    await heading(page, 'Tell me a story.');
    await others.getByRole('link', { name: 'Next' }).click();
    await heading(page, 'Where is my order?');
    await others.getByRole('link', { name: 'Next' }).click();
    await heading(page, 'Hello?');
    await others.getByRole('link', { name: 'Previous' }).waitFor();
    await others.getByRole('button', { name: 'Next' }).waitFor();
    await page.getByRole('link', { name: 'All sessions' }).click();
    await page.waitForURL(/\/sessions\?.*(orderBy=interactions.*order=asc|order=asc.*orderBy=interactions)/);

    // Without a list, sessions are ordered by time.
    await page.goto(new URL(await hrefOf(page, 'Where is my order?'), page.url()).pathname);
    await heading(page, 'Where is my order?');
    await others.getByRole('link', { name: 'Next' }).click();
    await heading(page, 'Tell me a story.');
    await others.getByRole('link', { name: 'Previous' }).click();
    await heading(page, 'Where is my order?');
    await others.getByRole('button', { name: 'Previous' }).waitFor();
  });

  it('a session can be copied as a link, and one or all can be downloaded', async () => {
    const page = await open('/sessions?range=24h&orderBy=costUsd');
    await settled(page);
    const listed = await download(page, /JSON lines/);
    assert.deepEqual(listed.map(({ session }) => session).sort(), SESSIONS.map(([name]) => name).sort());
    await row(page, 'order-7').getByRole('link', { name: 'Where is my order?' }).click();
    await heading(page, 'Where is my order?');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, new RegExp(`^${shared.server.url}/apps/${appId}/sessions/[0-9a-f-]{36}$`));
    const turns = await download(page, /JSON lines/);
    assert.deepEqual(
      turns.map(({ session }) => session),
      ['order-7', 'order-7', 'order-7'],
    );

    await page.goto(`/apps/${appId}/users?range=24h`);
    await settled(page);
    const users = await download(page, /JSON lines/);
    assert.deepEqual(users.map(({ key }) => key).sort(), SESSIONS.map(([name]) => `ann-${name}`).sort());
  });

  it('the list fits a phone', async () => {
    const page = await open('/sessions?range=24h', { width: 390, height: 844 });
    await row(page, 'order-7').getByText('You are welcome.').waitFor();
    const title = await row(page, 'order-7').getByRole('link').first().boundingBox();
    assert.ok(title && title.width > 80, `the title has ${title?.width} pixels`);
    const table = page.getByRole('region', { name: 'Sessions' });
    const isCut = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    assert.equal(isCut, false, 'the table scrolls sideways');
    await row(page, 'order-7').getByRole('cell').last().click();
    await heading(page, 'Where is my order?');
  });
});

async function hrefOf(page: Page, name: string): Promise<string> {
  return (await page.getByRole('link', { name, exact: true }).getAttribute('href')) ?? '';
}

/** The lines of the file that the Export menu downloads. */
async function download(page: Page, format: RegExp): Promise<Json[]> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: format }).click(),
  ]);
  const lines = (await readDownload(file)).trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** A trace as a waterfall, the marks of a session, and how failures and versions of models are shown. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { drained } from '../../scripts/demo/start-parley.ts';
import { Browser as Person } from '../../server/test/support/browser.ts';
import { bytesOf, type Json, payloadOf } from '../../server/test/support/payloads.ts';
import { axeFaults } from './support/axe.ts';
import { overflow, PHONE } from './support/overflow.ts';
import { sharedConsole } from './support/shared-console.ts';
import { counted, interactionList } from './support/steps.ts';

const TRACE = 'c'.repeat(32);
const FAILED = { error: { message: 'Too many requests', code: 'rate_limit_exceeded', type: 'requests' } };
/** The calls of the trace: when they began and ended, in milliseconds. */
const CALLS: [name: string, from: number, to: number, response?: Json][] = [
  ['Plan the trip.', 0, 4000],
  ['Find a train.', 400, 1400],
  ['Find a bed.', 2000, 3000, FAILED],
];
/** The beginnings of turns, in milliseconds: three within a second, then one, then more than there is room for. */
const TURNS = [0, 1, 2, 60_000, ...Array.from({ length: 9 }, (_, i) => 120_000 + i)];

const spanId = (number: number) => number.toString(16).padStart(16, '0');

function payloads(now: number): Json[] {
  const trace = CALLS.map(([content, from, to, response], i) => ({
    trace: { traceId: TRACE, spanId: spanId(i + 1), ...(i === 0 ? {} : { parentSpanId: spanId(1) }) },
    timestamps: { request: now + from, firstToken: now + from + 100, response: now + to },
    request: { model: 'gpt-4o', messages: [{ role: 'user', content }] },
    response: response ?? {
      model: 'gpt-4o-2024-08-06',
      choices: [
        { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: `${content} Done.` } },
      ],
      usage: { prompt_tokens: 1000, completion_tokens: 1000, total_tokens: 2000 },
    },
  }));
  const turns = TURNS.map((at, i) => ({
    session: 'burst',
    timestamps: { request: now + at, response: now + at + 1 },
    request: { model: 'gpt-4o', messages: [{ role: 'user', content: `Question ${i + 1}` }] },
    ...(i === 1 ? { response: FAILED } : {}),
  }));
  return [...trace, ...turns];
}

/** A tool that returned its JSON as a string. */
const GEMINI = {
  request: {
    model: 'gemini-1.5-flash',
    contents: [
      { role: 'user', parts: [{ text: 'Where is it?' }] },
      { role: 'model', parts: [{ functionCall: { name: 'find', args: { id: 7 } } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { name: 'find', response: { result: '{"place":{"city":"Cork"}}' } } }],
      },
    ],
  },
};

describe('traces and turns', () => {
  let ann: Person;
  let appId: string;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      ann = await new Person(server).signUp('ann@example.com', { name: 'Ann' });
      const { id, appKey, apiKey } = await ann.createApplication('Travel');
      appId = id;
      const keys = { appKey, apiKey };
      const sent = [
        ...payloads(Date.now() - 600_000).map((changes) => payloadOf('openai', 'chat', changes, keys)),
        payloadOf('gemini', 'chat', GEMINI, keys),
      ];
      for (const payload of sent) {
        const answer = await server.post(bytesOf(payload));
        assert.equal(answer.status, 200, answer.text);
      }
      await drained(server.url, () => {});
    },
  });
  const open = (path: string, view = {}) => shared.open(`/apps/${appId}${path}`, { as: ann, ...view });
  const openTrace = async (view = {}) => {
    const page = await open(`/interactions?trace=${TRACE}`, view);
    await counted(page, CALLS.length);
    // The newest is at the top.
    await interactionList(page).locator('tbody tr[id]').first().click();
    await page.getByRole('tab', { name: 'Trace' }).click();
    await steps(page)
      .nth(CALLS.length - 1)
      .waitFor();
    return page;
  };
  const steps = (page: Page) => page.getByRole('list', { name: 'Trace' }).getByRole('listitem');
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    assert.ok(box);
    return box;
  };

  it('the calls of a trace are bars on one time axis, with cost and failures', async () => {
    const page = await openTrace();
    await page.getByText(/^3 interactions · 4\.00 s · \$0\.\d+ · 1 failed$/).waitFor();
    const bars = await Promise.all([0, 1, 2].map((i) => boxOf(steps(page).nth(i).locator('[data-bar]'))));
    const [root, train, bed] = bars;
    assert.ok(root && train && bed);
    const near = (actual: number, expected: number) =>
      assert.ok(Math.abs(actual - expected) < 2, `${actual}, not ${expected}`);
    near(train.x, root.x + root.width * 0.1);
    near(train.width, root.width * 0.25);
    near(bed.x, root.x + root.width * 0.5);
    assert.match((await steps(page).nth(0).textContent()) ?? '', /\$0\.\d+.*4\.00 s/);
    assert.match((await steps(page).nth(2).textContent()) ?? '', /Failed.*rate_limit_exceeded/);
    assert.deepEqual(await axeFaults(page, false), []);
  });

  it('a call opens in place by keyboard, and the arrows move between calls', async () => {
    const page = await openTrace();
    const address = page.url();
    await steps(page).nth(0).getByRole('button').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const train = steps(page).nth(1);
    await train.getByText('Find a train. Done.').waitFor();
    await train.getByLabel('Figures').getByText('Latency').waitFor();
    assert.equal(page.url(), address);
    await train.getByRole('button', { expanded: true }).first().press('Enter');
    await train.getByText('Find a train. Done.', { exact: true }).waitFor();
    await train.getByLabel('Figures').waitFor({ state: 'detached' });
    await steps(page).nth(0).getByRole('button').click();
    await steps(page).nth(0).getByRole('link', { name: 'Open interaction' }).click();
    await steps(page).nth(0).locator('[aria-current=page]').waitFor();
    assert.notEqual(page.url(), address);
  });

  it('the waterfall fits a phone', async () => {
    const page = await openTrace(PHONE);
    const [root, bed] = [
      await boxOf(steps(page).nth(0).locator('[data-bar]')),
      await boxOf(steps(page).nth(2)),
    ];
    assert.ok(root.width > 250, `the bar has ${root.width} pixels`);
    assert.ok(bed.x + bed.width <= PHONE.width);
    await steps(page).nth(2).getByRole('button').click();
    await steps(page).nth(2).getByText('Too many requests').last().waitFor();
    assert.deepEqual(await overflow(page), []);
  });

  it('turns within a second are marks of their own, and more of them are counted', async () => {
    const page = await open('/sessions?range=24h');
    await page.getByRole('link', { name: 'Question 1', exact: true }).click();
    const marks = page.getByRole('navigation', { name: /^13 turns over/ }).getByRole('link');
    await marks.first().waitFor();
    assert.equal(await marks.count(), 5);
    const boxes = await Promise.all([0, 1, 2, 3, 4].map((i) => boxOf(marks.nth(i))));
    for (const [i, a] of boxes.entries())
      for (const b of boxes.slice(i + 1))
        assert.ok(
          a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
          JSON.stringify([a, b]),
        );
    await page.getByRole('link', { name: /^Turn 2: .*rate_limit_exceeded/ }).waitFor();
    await page.getByRole('link', { name: /^Turns 5 to 13/ }).click();
    await page.waitForURL(/#turn-5$/);

    // A failed turn has its code.
    const failed = page.getByRole('article', { name: 'Turn 2 of 13', exact: true });
    await failed.getByText('rate_limit_exceeded').waitFor();
    await failed.getByText('Too many requests').waitFor();
  });

  it('a model has its requested name, with the version beside it', async () => {
    const page = await open('/interactions?range=24h');
    await interactionList(page).getByText('gpt-4o 2024-08-06').first().waitFor();
    await page.goto(`/apps/${appId}/interactions?range=24h&outcome=error&outcome=blocked`);
    await page.getByRole('button', { name: 'Outcome is Failed or Blocked', exact: true }).waitFor();
    await counted(page, 2);
    // Failed calls have no other name.
    await interactionList(page).getByText('gpt-4o', { exact: true }).nth(1).waitFor();
  });

  it('JSON that a tool returned as a string is unfolded', async () => {
    const page = await open('/interactions?range=24h&requestedModel=gemini-1.5-flash');
    await counted(page, 1);
    await interactionList(page).locator('tbody tr[id]').first().click();
    const tool = page.getByRole('region', { name: 'Call of the tool find' });
    await tool.getByText('Contains JSON sent as a string.').waitFor();
    assert.match((await tool.textContent()) ?? '', /"place": \{\s+"city": "Cork"/);
  });
});

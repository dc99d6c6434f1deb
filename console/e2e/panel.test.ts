/** The panel of an interaction: its links, its contents, and its actions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InteractionList } from '@parley/contract';
import type { Page } from 'playwright-core';
import { type MadeApplication, makeApplications } from '../../scripts/demo/owner.ts';
import { drained } from '../../scripts/demo/start-parley.ts';
import { PASSWORD, Browser as Person } from '../../server/test/support/browser.ts';
import { eventually } from '../../server/test/support/eventually.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { becomes } from './support/becomes.ts';
import { settled } from './support/pages.ts';
import { sharedConsole } from './support/shared-console.ts';
import { counted } from './support/steps.ts';

const NOW = Date.now();
const MINUTE = 60_000;
/** More than one page of the list. */
const LONG_LIST = 110;

/** An image of one pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The response model. */
const MODEL = 'gpt-4o-2024-08-06';

/** A tenth of a second of silence. */
function wav(): string {
  const samples = 800;
  const bytes = Buffer.alloc(44 + samples, 128);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8000, 24);
  bytes.writeUInt32LE(8000, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples, 40);
  return bytes.toString('base64');
}

const said = (role: string, content: unknown) => ({ role, content });
const tool = (name: string) => ({ type: 'function', function: { name, parameters: {} } });
const HISTORY = [said('user', 'Where to go?'), said('assistant', 'The Elbe.')];

/** The payloads, by the names used in the tests. */
const SENT = {
  first: {
    session: 'a-trip',
    request: {
      model: 'gpt-4o',
      temperature: 0.2,
      tools: [tool('date')],
      messages: [said('system', 'Be kind.\nBe brief.'), HISTORY[0]],
    },
  },
  second: {
    session: 'a-trip',
    user: { userId: 'jane' },
    labels: { environment: 'harbour' },
    trace: { traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
    request: {
      model: 'gpt-4o',
      temperature: 0.7,
      tools: [tool('date'), tool('map')],
      headers: { Authorization: 'Bearer sk-recorded' },
      messages: [said('system', 'Be kind.'), ...HISTORY, said('user', "What's there?")],
    },
  },
  media: {
    request: {
      model: 'gpt-4o',
      messages: [
        said('user', [
          { type: 'text', text: 'See and hear.' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
          { type: 'image_url', image_url: { url: 'https://example.com/far.png' } },
          { type: 'input_audio', input_audio: { data: wav(), format: 'wav' } },
        ]),
      ],
    },
  },
  long: {
    request: {
      model: 'gpt-4o',
      messages: [said('user', `${'A line of a long message.\n'.repeat(60)}The haystack ends here.`)],
    },
  },
  failed: {
    request: { model: 'gpt-unheard', messages: [said('user', 'Is this thing on?')] },
    response: { error: { type: 'server_error', code: null, message: 'The server had an error.' } },
  },
};
type Name = keyof typeof SENT;

describe('the panel of an interaction', () => {
  let owner: Person;
  let application: MadeApplication;
  const ids = new Map<Name, string>();
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      const email = 'ann@example.com';
      owner = await new Person(server).signUp(email, { name: 'Ann' });
      const [made] = await makeApplications(server.url, { email, password: PASSWORD }, ['Panel']);
      if (!made) throw new Error('There is no application.');
      application = made;
      const post = async (changes: object, at: number): Promise<string> => {
        const timestamps = { request: at, firstToken: at + 100, response: at + 700 };
        const payload = payloadOf('openai', 'chat', { ...changes, timestamps }, application.keys);
        const { status, text, json } = await server.post(bytesOf(payload));
        assert.equal(status, 200, text);
        return String(json.id);
      };
      for (const [i, [name, changes]] of Object.entries(SENT).entries()) {
        ids.set(name as Name, await post(changes, NOW - (10 - i) * MINUTE));
      }
      // Two interactions share each time.
      for (let i = 0; i < LONG_LIST; i++) {
        const request = { model: 'gpt-4o-mini', messages: [said('user', `Question ${i}`)] };
        await post({ request, labels: { of: 'many' } }, NOW - 60 * MINUTE - Math.floor(i / 2) * 1000);
      }
      await drained(server.url, () => {});
    },
  });

  const idOf = (name: Name) => ids.get(name) ?? '';
  const list = () => `/apps/${application.id}/interactions`;
  const open = async (name: Name, search = '') => {
    const page = await shared.open(`${list()}?range=24h&id=${idOf(name)}${search}`, { as: owner });
    await panelOf(page).getByRole('article').first().waitFor();
    await settled(page);
    return page;
  };
  const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Interaction' });

  it('the header links to the session, the user, the model, the trace and the labels', async () => {
    const page = await open('second');
    const panel = panelOf(page);
    await panel.getByText('turn 2 of 2').waitFor();
    const figures = panel.getByLabel('Figures');
    for (const [name, value] of [
      ['Latency', '700 ms'],
      ['First token', '100 ms'],
      ['Input tokens', '11'],
      ['Output tokens', '4'],
    ])
      assert.equal(await figures.locator(`dt:text-is("${name}") + dd`).textContent(), value);

    const address = async (name: string) =>
      decodeURIComponent((await panel.getByRole('link', { name, exact: true }).getAttribute('href')) ?? '');
    assert.match(await address('a-trip'), new RegExp(`/sessions/${idOf('second')}$`));
    assert.match(await address('jane'), /\/users\/jane(\?|$)/);
    assert.match(await address('4bf92f35…'), /trace=.*4bf92f3577b34da6a3ce929d0e0e4736/);

    await panel.getByRole('link', { name: 'environment harbour' }).click();
    await counted(page, 1);
    await panel.getByRole('link', { name: MODEL, exact: true }).click();
    await page.getByRole('button', { name: 'Remove the filter Response model' }).waitFor();
    assert.ok(await panel.isVisible());
  });

  it('a failed call shows the requested model, and no response model', async () => {
    const page = await open('failed');
    await panelOf(page).getByRole('tab', { name: 'Details' }).click();
    const facts = panelOf(page).getByRole('region', { name: 'Model' });
    assert.equal(await facts.locator('dt:text-is("Model") + dd').textContent(), 'gpt-unheard');
    assert.doesNotMatch((await panelOf(page).textContent()) ?? '', /answered/i);
  });

  it('an interaction can be copied as a link, a command, Markdown and JSON, and each message can be copied', async () => {
    const page = await open('second');
    const panel = panelOf(page);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const copied = async (form: string) => {
      const before = await clipboard();
      await panel.locator('header').getByRole('button', { name: /^Cop/ }).first().click();
      await page.getByRole('dialog', { name: 'Copy' }).getByRole('button', { name: form }).click();
      // "Copied" may still be there from the copy before.
      await eventually('it is copied', async () => (await clipboard()) !== before);
      return clipboard();
    };
    assert.equal(await copied('Copy link'), page.url());
    const curl = await copied('Copy as cURL');
    assert.match(curl, /^curl "https:\/\/api\.openai\.com\/v1\/chat\/completions"/);
    assert.match(curl, /Bearer \$API_KEY/);
    assert.match(curl, /What'\\''s there\?/);
    assert.doesNotMatch(curl, /sk-recorded/);
    assert.match(await copied('Copy as Markdown'), /## User\n\nWhat's there\?\n\n## Assistant\n\nThe Elbe\./);
    assert.equal(JSON.parse(await copied('Copy as JSON')).id, idOf('second'));

    const message = panel.getByRole('article', { name: 'User' }).last();
    await message.hover();
    await message.getByRole('button', { name: 'Copy message' }).click();
    await message.getByText('Copied').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "What's there?");
  });

  it('a long message is collapsed, unless it contains the search terms', async () => {
    const page = await open('long');
    const message = panelOf(page).getByRole('article', { name: 'User' });
    const end = message.getByText('The haystack ends here.');
    const fold = message.getByRole('button', { name: /^Show all 1,\d{3} characters$/ });
    assert.equal(await end.count(), 0);
    await fold.focus();
    await page.keyboard.press('Enter');
    await end.waitFor();
    await message.getByRole('button', { name: 'Show less' }).click();
    await becomes(() => end.count(), 0);

    await (await open('long', '&q=haystack')).getByText('The haystack ends here.').last().waitFor();
  });

  it('the panel keeps the width it was dragged to', async () => {
    const page = await open('long');
    const width = async () => Math.round((await panelOf(page).boundingBox())?.width ?? 0);
    const edge = page.getByRole('separator', { name: 'Width of the panel' });
    const before = await width();
    const box = await edge.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 100, box.y + 100, { steps: 4 });
    await page.mouse.up();
    await eventually('it is wider', async () => Math.abs((await width()) - before - 100) <= 12);
    const dragged = await width();
    await page.keyboard.press('ArrowRight');
    const narrower = dragged - 32;
    await becomes(width, narrower);
    await page.locator(`[role=separator][aria-valuenow="${narrower}"]`).waitFor();
    await page.reload();
    await panelOf(page).getByRole('article').first().waitFor();
    await becomes(width, narrower);
    await edge.dblclick();
    await becomes(width, before);
  });

  it('changes since the previous turn are shown, and unchanged messages are collapsed', async () => {
    const page = await open('second');
    const changes = panelOf(page).getByRole('region', { name: 'Changed since turn 1' });
    await changes.getByText('temperature').waitFor();
    const text = (await changes.innerText()).replace(/\s+/g, ' ');
    assert.match(text, /Messages 1 new/);
    assert.match(text, /System prompt changed: 0 lines added, 1 removed/);
    assert.match(text, /map added/);
    assert.doesNotMatch(text, /sk-recorded/);
    assert.match(text, /temperature 0\.2 → .*0\.7/);
    await changes.getByText('changed: 0 lines').click();
    await changes.getByText('- Be brief.').waitFor();

    const fold = panelOf(page).getByText('2 earlier messages');
    const earlier = panelOf(page).getByText('Where to go?');
    await becomes(() => earlier.isVisible(), false);
    await fold.click();
    await becomes(() => earlier.isVisible(), true);

    const first = await open('first');
    await panelOf(first).getByText('turn 1 of 2').waitFor();
    assert.equal(await first.getByRole('region', { name: /^Changed since/ }).count(), 0);
  });

  it('images and audio in the raw request are shown on a click, and nothing is loaded from other hosts', async () => {
    const page = await open('media');
    const panel = panelOf(page);
    assert.equal(await panel.locator('img, audio').count(), 0);
    await panel.getByText('Not loaded: it is on another server').waitFor();
    await panel.getByRole('button', { name: 'Show image' }).click();
    const image = panel.getByRole('img', { name: 'Sent with the conversation' });
    await image.waitFor();
    const decoded = await image.evaluate(async (element: HTMLImageElement) => {
      await element.decode();
      return [element.naturalWidth, new URL(element.src).protocol];
    });
    assert.deepEqual(decoded, [1, 'blob:']);
    await panel.getByText('image/png, 70 B').waitFor();

    await panel.getByRole('button', { name: 'Play audio' }).click();
    const audio = panel.locator('audio');
    await audio.waitFor();
    const seconds = await audio.evaluate(
      (element: HTMLAudioElement) =>
        new Promise<number>((resolve, reject) => {
          if (element.readyState > 0) resolve(element.duration);
          element.onloadedmetadata = () => resolve(element.duration);
          element.onerror = () => reject(new Error(element.error?.message));
        }),
    );
    assert.equal(seconds, 0.1);
  });

  it('a message says when the raw request is not kept', async () => {
    const page = await open('media');
    await page.route('**/raw', (route) =>
      route.fulfill({
        status: 404,
        json: {
          code: 'not_found',
          message: 'The request and the response of this interaction are not kept.',
        },
      }),
    );
    await panelOf(page).getByRole('button', { name: 'Show image' }).click();
    await panelOf(page)
      .getByText(/are not kept/)
      .waitFor();
  });

  it('previous and next go beyond the loaded part of the list, and skip none', async () => {
    const query = `/v1/interactions?app=${application.id}&label.of=many&limit=500`;
    const all = InteractionList.parse((await owner.get(query)).json).data.map(({ id }) => id);
    assert.equal(all.length, LONG_LIST);
    const at = 103;
    const page = await shared.open(`${list()}?range=24h&label.of=many&id=${all[at]}`, { as: owner });
    const panel = panelOf(page);
    await panel.getByRole('article').first().waitFor();
    const walk = async (how: () => Promise<void>, to: number) => {
      await how();
      await page.waitForURL((url) => url.searchParams.get('id') === all[to]);
      await panel.locator('[aria-disabled=false]').nth(1).waitFor();
    };
    await panel.locator('[aria-disabled=false]').nth(1).waitFor();
    for (const step of [1, 2, 3])
      await walk(() => panel.getByRole('button', { name: 'Next' }).click(), at + step);
    for (const step of [2, 1, 0, -1]) await walk(() => page.keyboard.press('k'), at + step);
  });
});

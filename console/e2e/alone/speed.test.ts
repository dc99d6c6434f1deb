/** Size of the scripts, and scrolling in a list of 100,000 interactions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { InteractionList } from '@parley/contract';
import type { Browser as Person } from '../../../server/test/support/browser.ts';
import { eventually } from '../../../server/test/support/eventually.ts';
import { headOf, recordOf } from '../../../server/test/support/interactions.ts';
import { sharedConsole } from '../support/shared-console.ts';

const INTERACTIONS = 100_000;

describe('performance of the console', () => {
  const shared = sharedConsole({ store: false });

  type Loaded = { names: string[]; bytes: number };
  /** The scripts that a first-time visitor loads, with their gzipped size. */
  async function scriptsOf(path: string, heading: string, as?: Person): Promise<Loaded> {
    const page = await shared.open('about:blank', as ? { as } : {});
    const loading: Promise<[name: string, bytes: number]>[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.endsWith('.js')) return;
      loading.push(response.body().then((body) => [pathname, gzipSync(body, { level: 9 }).length]));
    });
    await page.goto(path);
    await page.getByRole('heading', { name: heading }).waitFor();
    const scripts = await Promise.all(loading);
    return {
      names: scripts.map(([name]) => name),
      bytes: scripts.reduce((sum, [, bytes]) => sum + bytes, 0),
    };
  }

  it('any first page loads less than 300 KB of scripts, and chart code only where there are charts', async () => {
    const owner = await shared.person('Sven');
    const { id } = await owner.createApplication('Shop');
    const entry = await scriptsOf('/sign-in', 'Sign in');
    const settings = await scriptsOf(`/apps/${id}/settings/general`, 'Shop settings', owner);
    const overview = await scriptsOf(`/apps/${id}/overview`, 'Overview', owner);
    for (const { names, bytes } of [entry, settings, overview])
      assert.ok(names.length > 1 && bytes < 300_000, `${bytes} bytes: ${names.join(' ')}`);
    assert.ok(
      entry.bytes < overview.bytes && settings.bytes < overview.bytes,
      'pages without charts load the chart code',
    );
  });

  /** Opens a list of all interactions, served in pages of `size`. */
  async function openList(name: string, size: number, words: number) {
    const owner = await shared.person(name);
    const { id } = await owner.createApplication('Shop');
    const page = await shared.open('about:blank', { as: owner });
    let asked = 0;
    await page.route('**/v1/interactions?*', (route) => {
      const start = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      asked += 1;
      return route.fulfill({ json: pageOf(start, size, words) });
    });
    await page.route('**/v1/query', (route) =>
      route.fulfill({ json: { rows: [{ interactions: INTERACTIONS }] } }),
    );
    await page.goto(`/apps/${id}/interactions`);
    await page.getByText('Question 0?').waitFor();
    return { page, asked: () => asked };
  }
  // Stutter is visible from 100 ms on; two cores without a graphics card draw 30 frames a second.
  const isShort = ({ typicalFrame, longFrames }: Seen) => typicalFrame <= 50 && longFrames <= 0.03;
  const short = (...tries: Seen[]) => {
    const told = JSON.stringify(tries);
    for (const { frames, mostRows } of tries) {
      assert.ok(frames >= 50, `too few frames to judge: ${told}`);
      assert.ok(mostRows <= 80, `too many rows in the DOM: ${told}`);
    }
    assert.ok(tries.some(isShort), `frames are too long: ${told}`);
  };

  it('scrolling loads page after page, with few rows in the DOM and short frames', async () => {
    const { page, asked } = await openList('Lars', 100, 100);
    const seen = await page.evaluate(scrollDown, { from: 0, to: 2000, step: 360 });
    assert.ok(seen.reached >= 2000, `scrolling ended at row ${seen.reached}`);
    assert.ok(asked() >= 20 && asked() <= 23, `${asked()} pages were requested`);
    short(seen);
    // Loaded pages are cached.
    const before = asked();
    await page.getByRole('grid', { name: 'Interactions' }).press('Home');
    await page.getByText('Question 0?').waitFor();
    assert.equal(asked(), before);
  });

  it(`scrolling anywhere in ${INTERACTIONS} interactions is as smooth as at the top`, async () => {
    const { page, asked } = await openList('Lotte', 10_000, 5);
    const list = page.getByRole('grid', { name: 'Interactions' });
    for (let pages = 2; pages <= INTERACTIONS / 10_000; pages++) {
      await list.press('End');
      await eventually(`page ${pages}`, () => asked() >= pages);
    }
    await list.press('End');
    await page.getByText('End of list').waitFor();
    await page.getByText(`Question ${INTERACTIONS - 1}?`).waitFor();
    for (const from of [0, INTERACTIONS / 2, INTERACTIONS - 2000]) {
      const tries: Seen[] = [];
      // The list behaves the same every time; garbage collection after loading happens only now and then.
      while (tries.length < 3 && !tries.some(isShort)) {
        const seen = await page.evaluate(scrollDown, { from, to: from + 1000, step: 360 });
        assert.ok(seen.reached >= from + 1000, `scrolling ended at row ${seen.reached}`);
        tries.push(seen);
      }
      short(...tries);
    }
    assert.equal(asked(), INTERACTIONS / 10_000);
  });
});

function pageOf(start: number, size: number, words: number): InteractionList {
  const end = Math.min(start + size, INTERACTIONS);
  const data = Array.from({ length: end - start }, (_, i) => interactionAt(start + i, words));
  return { data, nextCursor: end < INTERACTIONS ? String(end) : null };
}

/** As many words as real interactions have, since parsing and cutting them is part of scrolling. */
function interactionAt(index: number, words: number): InteractionList['data'][number] {
  const receivedAt = Date.now() - index * 1000;
  const id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
  const inputText = `Question ${index}? ${'words '.repeat(words)}`;
  const outputText = `Answer ${index}. ${'words '.repeat(2 * words)}`;
  return {
    ...recordOf(headOf({ id, receivedAt })),
    model: `model-${index % 7}`,
    outcome: index % 50 === 0 ? 'error' : 'ok',
    finishReason: 'stop',
    latencyMs: index % 9000,
    inputText,
    outputText,
    input: [{ role: 'user', content: [{ type: 'text', text: inputText }] }],
    output: [{ role: 'assistant', content: [{ type: 'text', text: outputText }] }],
    usage: { input: 500, output: 300, total: 800, cachedInput: null, cacheWrite: null, reasoning: null },
    cost: { usd: 0.0042, source: 'list', stated: null },
  };
}

type Seen = { reached: number; frames: number; mostRows: number; typicalFrame: number; longFrames: number };

/** Runs in the page: scrolls from one row to another by `step` pixels per frame, and measures frames. */
async function scrollDown({ from, to, step }: { from: number; to: number; step: number }): Promise<Seen> {
  const grid = document.querySelector('[role=grid]');
  const scroller = grid?.parentElement;
  if (!grid || !scroller) throw new Error('There is no list.');
  const rows = () => [...grid.querySelectorAll('tr[aria-rowindex]')];
  // The header is the first row.
  const reached = () => Number(rows().at(-1)?.getAttribute('aria-rowindex')) - 1;
  const frames: number[] = [];
  scroller.scrollTop = 36 * from;
  await new Promise(requestAnimationFrame);
  let mostRows = 0;
  let before = await new Promise<number>(requestAnimationFrame);
  while (reached() < to) {
    scroller.scrollTop += step;
    const now = await new Promise<number>(requestAnimationFrame);
    frames.push(now - before);
    before = now;
    mostRows = Math.max(mostRows, rows().length);
  }
  frames.sort((a, b) => a - b);
  return {
    reached: reached(),
    frames: frames.length,
    mostRows,
    typicalFrame: frames[Math.floor(frames.length / 2)] ?? Number.POSITIVE_INFINITY,
    longFrames: frames.filter((frame) => frame > 100).length / frames.length,
  };
}

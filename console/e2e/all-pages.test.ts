/** Every page, in both themes: whether everybody can use it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { everyPage } from './support/every-page.ts';
import { type Filled, fill } from './support/fill.ts';
import type { ConsolePage } from './support/pages.ts';
import { sharedConsole } from './support/shared-console.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe('every page', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 60);
    },
  });

  it('has nothing that keeps people out, as axe sees it, in both themes', async () => {
    const faults = await everyPage(
      shared,
      filled.owner,
      { theme: 'light', height: 600 },
      async (page, shown) => {
        const light = await axeFaults(page, shown);
        await page.emulateMedia({ colorScheme: 'dark' });
        // Nothing but colours is different in the dark.
        const dark = await axeFaults(page, shown, ['color-contrast', 'link-in-text-block']);
        await page.emulateMedia({ colorScheme: 'light' });
        return [...light, ...dark.map((fault) => `in the dark, ${fault}`)];
      },
    );
    assert.deepEqual(faults, []);
  });

  it('is dark when somebody chooses so, and stays it', async () => {
    const page = await shared.open('/profile', { as: filled.owner });
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    const light = await background();
    await page.getByRole('combobox', { name: /^Theme/ }).selectOption('dark');
    const dark = await background();
    assert.ok(brightness(light) > 200 && brightness(dark) < 60, `${light}, then ${dark}`);
    await page.reload();
    assert.equal(await background(), dark);
  });
});

/** What opens over a page that was looked at already. */
const OPENED = 'dialog[open], :popover-open, [role=tabpanel]';

/** With all rules that axe has, or with these. */
async function axeFaults(page: Page, { act }: ConsolePage, rules?: string[]): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE);
  const within = act && (await page.locator(OPENED).count()) > 0 ? OPENED : 'html';
  const { violations } = await page.evaluate(
    ([context, only]) => {
      const { axe: run } = window as unknown as { axe: typeof axe };
      return run.run(context, { resultTypes: ['violations'], ...(only ? { runOnly: only } : {}) });
    },
    [within, rules] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** Of `rgb(…)`: how much light there is in it, from 0 to 255. */
function brightness(color: string): number {
  const parts = color.match(/\d+(\.\d+)?/g)?.map(Number) ?? [];
  return parts.slice(0, 3).reduce((sum, part) => sum + part, 0) / 3;
}

/** Visits every page once: accessible in both themes, and no wider than a phone. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axeFaults } from './support/axe.ts';
import { becomes } from './support/becomes.ts';
import { everyPage } from './support/every-page.ts';
import { type Filled, fill } from './support/fill.ts';
import { overflow, PHONE } from './support/overflow.ts';
import { sharedConsole } from './support/shared-console.ts';

const DESKTOP = { width: 1440, height: 600 };

describe('every page', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 60);
    },
  });

  it('has no serious axe violation in either theme, and fits a phone', async () => {
    const faults = await everyPage(
      shared,
      filled.owner,
      { theme: 'light', ...DESKTOP },
      async (page, shown) => {
        const light = await axeFaults(page, shown.act !== undefined);
        await page.emulateMedia({ colorScheme: 'dark' });
        // Only colours differ between the themes.
        const dark = await axeFaults(page, shown.act !== undefined, ['color-contrast', 'link-in-text-block']);
        await page.emulateMedia({ colorScheme: 'light' });
        await page.setViewportSize(PHONE);
        const wide = await overflow(page);
        await page.setViewportSize(DESKTOP);
        return [
          ...light,
          ...dark.map((fault) => `in the dark, ${fault}`),
          ...wide.map((fault) => `on a phone, ${fault}`),
        ];
      },
    );
    assert.deepEqual(faults, []);
  });

  it('the dark theme is kept after it is chosen', async () => {
    const page = await shared.open('/profile', { as: filled.owner });
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    const light = await background();
    await page.getByRole('button', { name: /^Ann/ }).click();
    await page.getByRole('combobox', { name: /^Theme/ }).selectOption('dark');
    await becomes(async () => brightness(await background()) < 60, true, 'it is not dark');
    const dark = await background();
    assert.ok(brightness(light) > 200, light);
    await page.reload();
    await becomes(background, dark);
  });
});

/** Brightness of an `rgb(…)` colour, from 0 to 255. */
function brightness(color: string): number {
  const parts = color.match(/\d+(\.\d+)?/g)?.map(Number) ?? [];
  return parts.slice(0, 3).reduce((sum, part) => sum + part, 0) / 3;
}

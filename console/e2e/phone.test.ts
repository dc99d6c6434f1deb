/** The console on a phone. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { everyPage } from './support/every-page.ts';
import { type Filled, fill } from './support/fill.ts';
import { sharedConsole } from './support/shared-console.ts';

const PHONE = { width: 390, height: 844 };

describe('on a phone', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 60);
    },
  });

  it('every page fits: nothing scrolls sideways but what is meant to', async () => {
    assert.deepEqual(await everyPage(shared, filled.owner, PHONE, overflowing), []);
  });

  it('a menu leads to every page and closes behind itself', async () => {
    const { application, owner } = filled;
    const page = await shared.open(`/apps/${application.id}/overview`, { as: owner, ...PHONE });
    for (const name of ['Interactions', 'Sessions', 'Users', 'Ingestion', 'Overview']) {
      await page.getByRole('button', { name: 'Menu' }).click();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      // The last of them may say how many are new.
      await menu.getByRole('link', { name: new RegExp(`^${name}`) }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' });
    }
  });
});

/** The page itself must not be wider than the window; what is wider inside it scrolls by itself. */
async function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`${scrollWidth} pixels wide in a window of ${clientWidth}`] : [];
  });
}

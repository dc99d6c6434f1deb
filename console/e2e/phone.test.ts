/** The console on a phone. `all-pages.test.ts` checks that every page fits. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Filled, fill } from './support/fill.ts';
import { overflow, PHONE } from './support/overflow.ts';
import { sharedConsole } from './support/shared-console.ts';

describe('on a phone', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 60);
    },
  });

  it('the menu leads to every page, which fits, and closes afterwards', async () => {
    const { application, owner } = filled;
    const page = await shared.open(`/apps/${application.id}/overview`, { as: owner, ...PHONE });
    for (const name of ['Interactions', 'Sessions', 'Users', 'Ingestion', 'Overview']) {
      await page.getByRole('button', { name: 'Menu' }).click();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      // The last link may include a count of new rejections.
      await menu.getByRole('link', { name: new RegExp(`^${name}`) }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' });
      assert.deepEqual(await overflow(page), [], name);
    }
  });
});

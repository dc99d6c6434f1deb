/** A hanging engine and a lost network: what people see, and that the console recovers without a reload. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { childOf } from '../../../server/test/support/child-of.ts';
import { bytesOf, payloadOf } from '../../../server/test/support/payloads.ts';
import { type Filled, fill } from '../support/fill.ts';
import { pagesOf, settled } from '../support/pages.ts';
import { sharedConsole } from '../support/shared-console.ts';

const BANNER_MS = 10_000;
const SYSTEM_MS = 1000;
/** A page times out after eight seconds; the rest is the time it takes to load. */
const PAGE_TIMEOUT_MS = 11_000;

describe('an unavailable store', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: 'own',
    async prepare(server) {
      filled = await fill(server, 40);
    },
  });
  const engine = () => childOf(shared.server.pid);
  // Lets the engine continue even after a failed test, so that the server can stop cleanly.
  afterEach(() => process.kill(engine(), 'SIGCONT'));

  it('a banner appears on every page within ten seconds, System loads within one, and everything recovers on its own', async (test) => {
    const owner = filled.owner;
    const pages = await pagesOf(async (path) => (await owner.get(path)).json);
    const overview = `/apps/${filled.application.id}/overview`;
    const page = await shared.open(overview, { as: owner });
    await settled(page);
    assert.equal(await banner(page).count(), 0);
    await page.goto('/system');
    await page.getByText('✓ up').waitFor();
    await page.goto(overview);
    await settled(page);

    process.kill(engine(), 'SIGSTOP');
    await shared.server.post(bytesOf(payloadOf('openai', 'chat', {}, filled.application.keys)));
    await banner(page)
      .getByText(/has not answered for \d+ s\. Nothing is lost: 1 interaction waits in the journal\./)
      .waitFor({ timeout: BANNER_MS });

    await page.goto(overview);
    await page.getByRole('button', { name: 'Ann' }).click();
    const link = page.getByRole('link', { name: 'System', exact: true });
    await link.waitFor();
    const from = performance.now();
    await link.click();
    await page.getByRole('region', { name: 'Store', exact: true }).waitFor();
    const system = Math.round(performance.now() - from);
    test.diagnostic(`System was there after ${system} ms`);
    assert.ok(system < SYSTEM_MS, `System took ${system} ms`);
    await page.getByRole('region', { name: 'Store', exact: true }).getByText('not responding').waitFor();
    await page.getByText('These figures are the last known ones').waitFor();

    const inside = pages.filter(({ name }) => name !== 'not-found');
    for (const path of new Set(inside.map((one) => one.path))) {
      await page.goto(path);
      await banner(page)
        .waitFor({ timeout: BANNER_MS })
        .catch((error: unknown) => assert.fail(`${path}: ${error}`));
    }

    await page.goto(overview);
    await page
      .getByText('No answer within 8 seconds. The server or its store may be busy.')
      .first()
      .waitFor({ timeout: PAGE_TIMEOUT_MS });
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();

    process.kill(engine(), 'SIGCONT');
    await banner(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Try again' }).first().waitFor({ state: 'detached' });
    await settled(page);
    await page.getByText('Activity by hour').waitFor();
  });

  it('a page that cannot be loaded offers to retry, inside the rest of the console', async () => {
    const page = await shared.open(`/apps/${filled.application.id}/sessions`, { as: filled.owner });
    await settled(page);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByText('This page could not be loaded. Check your connection.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await banner(page).getByText('Parley cannot be reached.').waitFor({ timeout: BANNER_MS });
    await page.getByText('This page could not be loaded. Check your connection.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('region', { name: 'Users' }).waitFor();
    assert.match(page.url(), /\/users/);
    await banner(page).waitFor({ state: 'detached' });
  });
});

const banner = (page: Page) => page.getByRole('region', { name: 'Store status' });

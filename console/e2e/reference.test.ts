/** The API reference at /docs, which needs no sign-in. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedConsole } from './support/shared-console.ts';

describe('the API reference', () => {
  const shared = sharedConsole({ store: false });

  it('every operation is shown, and no link is dead', async () => {
    const page = await shared.open('/docs');
    await page.getByRole('heading', { name: 'Schemas' }).waitFor();
    const { links, missing } = await page.evaluate(() => {
      const targets = [...document.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute('href'));
      return {
        links: targets.length,
        missing: targets.filter((target) => !document.getElementById(target?.slice(1) ?? '')),
      };
    });
    assert.ok(links > 200, `${links} links`);
    assert.deepEqual(missing, []);
    const { paths } = await (await fetch(new URL('/openapi.json', page.url()))).json();
    const operations = Object.values(paths).flatMap((methods) => Object.keys(Object(methods)));
    const curls = await page.locator('figure').count();
    assert.equal(curls, operations.length);
    assert.equal(await page.getByRole('link', { name: 'Back to the console' }).getAttribute('href'), '/');
  });

  it('an address with a hash opens at that operation, and clears the filter for it', async () => {
    const page = await shared.open('/docs#listInteractions');
    const operation = page.getByRole('article', { name: 'GET /v1/interactions', exact: true });
    await operation.waitFor();
    await page.waitForFunction(() => window.scrollY > 0);
    const origin = new URL(page.url()).origin;
    await operation.getByText(`curl ${origin}/v1/interactions`).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('sign-in');
    await operation.waitFor({ state: 'detached' });
    await page.getByRole('article', { name: 'POST /v1/auth/sign-in', exact: true }).waitFor();
    assert.equal(new URL(page.url()).search, '?q=sign-in');
    await page.evaluate(() => {
      window.location.hash = 'schema-Interaction';
    });
    await page.getByRole('article', { name: 'Interaction', exact: true }).waitFor();
    await operation.waitFor();
  });
});

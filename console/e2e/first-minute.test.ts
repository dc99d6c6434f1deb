/** The first minute, from an empty server to the first interaction on the screen. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../server/test/support/browser.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { sharedConsole } from './support/shared-console.ts';
import { copyLine } from './support/steps.ts';

/** Until a payload is stored and the page has polled again. */
const ARRIVES_MS = 120_000;

describe('the first minute', () => {
  const shared = sharedConsole({ store: true });

  it('following the pages leads from signing up to the first interaction', async () => {
    const page = await shared.open('/');
    await page.getByText('This server is new. You are its first user, and its owner.').waitFor();
    await page.getByLabel('Your name').fill('Ann');
    await page.getByLabel('Email').fill('ann@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up' }).click();

    await page.getByRole('heading', { name: 'Welcome, Ann' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Support assistant');
    await page.getByRole('button', { name: 'Create your first application' }).click();

    await page.getByRole('heading', { name: 'Connect Support assistant' }).waitFor();
    await page.getByText('Waiting for the first interaction…').waitFor();
    const [ingestUrl, appKey, apiKey] = [
      await copyLine(page, 'Ingest URL'),
      await copyLine(page, 'Application key'),
      await copyLine(page, 'API key'),
    ];
    assert.equal(ingestUrl, `${shared.server.url}/track`);
    const card = page.getByRole('region', { name: 'Keys and URL' });
    await card.getByRole('button', { name: 'Copy' }).last().click();
    await card.getByText('Copied').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), apiKey);

    // Every snippet contains the address and the keys; the SDK comes first.
    const install = await page.getByRole('region', { name: 'Install' }).textContent();
    assert.match(install ?? '', /^npm install http.+\/sdk\.tgz$/);
    const tarball = await fetch(install?.replace('npm install ', '') ?? '');
    const digest = createHash('sha512')
      .update(await tarball.bytes())
      .digest('base64');
    await page.getByText('served by this server').click();
    await page.getByText(`sha512-${digest}`).waitFor();
    const clients = page.getByLabel('Provider');
    const providers = await clients.locator('option').allTextContents();
    assert.ok(providers.length >= 8, providers.join(', '));
    for (const name of providers) {
      await clients.selectOption({ label: name });
      const snippet = await page.getByRole('region', { name: `SDK, ${name}` }).textContent();
      for (const part of [`'${shared.server.url}'`, appKey, apiKey]) assert.ok(snippet?.includes(part), name);
    }
    await page.getByRole('tab', { name: 'HTTP' }).click();
    const formats = page.getByLabel('Format');
    await formats.waitFor();
    const names = await formats.locator('option').allTextContents();
    assert.ok(names.length >= 7, names.join(', '));
    for (const language of ['curl', 'Node', 'Python']) {
      await page.getByRole('radio', { name: language }).check({ force: true });
      for (const name of names) {
        await formats.selectOption({ label: name });
        const snippet = await page.getByRole('region', { name: `${language}, ${name}` }).textContent();
        for (const part of [ingestUrl, appKey, apiKey])
          assert.ok(snippet?.includes(part), `${language} ${name}`);
      }
    }

    const sent = await fetch(ingestUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: new Uint8Array(bytesOf(payloadOf('openai', 'chat', {}, { appKey, apiKey }))),
    });
    assert.equal(sent.status, 200);
    await page.getByText('Your first interaction is here').waitFor({ timeout: ARRIVES_MS });
    await page.getByText('The Elbe.').waitFor();

    await page.getByRole('link', { name: 'View interaction' }).click();
    const panel = page.getByRole('complementary', { name: 'Interaction' });
    await panel.getByRole('article', { name: 'User' }).getByText('Name a river.').waitFor();
    await panel.getByRole('article', { name: 'Assistant' }).getByText('The Elbe.').waitFor();

    // The key is shown only once.
    await page.goto(new URL(page.url()).pathname.replace('interactions', 'start'));
    await page.getByText('An API key is shown once, when it is created.').waitFor();
    assert.ok(!(await page.content()).includes(apiKey), 'the key is still on the page');
  });
});

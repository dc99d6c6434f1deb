/** What goes wrong, by what it says. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Filled, fill } from './support/fill.ts';
import { sharedConsole } from './support/shared-console.ts';
import { counted } from './support/steps.ts';

describe('the page of errors', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 200);
    },
  });

  it('groups them by what they say, and leads to the interactions behind each', async () => {
    const page = await shared.open(`/apps/${filled.application.id}/errors?range=30d`, { as: filled.owner });
    const table = page.getByRole('region', { name: 'Errors' });
    const row = table.getByRole('row').filter({ hasText: 'The server had an error.' });
    await row.waitFor();
    assert.match((await row.textContent()) ?? '', /OpenAI/);
    const count = Number(await row.getByRole('cell').nth(2).textContent());
    assert.ok(count >= 1);
    await page.getByRole('heading', { name: 'Error rate' }).waitFor();
    await row.getByRole('link').click();
    await counted(page, count);
    assert.match(decodeURIComponent(page.url()), /errorGroup=.*The\+server\+had\+an\+error/);
    await page.getByRole('button', { name: 'Remove the filter Error message' }).waitFor();
  });

  it('says so when there are none', async () => {
    const page = await shared.open(`/apps/${filled.application.id}/errors?q=nobodysaidthat`, {
      as: filled.owner,
    });
    await page.getByText('No errors in this range').waitFor();
  });
});

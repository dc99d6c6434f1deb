/** Dialogs by keyboard: they begin in their field, and what is shown once cannot be lost. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { PASSWORD } from '../../server/test/support/browser.ts';
import { eventually } from '../../server/test/support/eventually.ts';
import { secretIn, totp } from '../../server/test/support/totp.ts';
import { axeFaults } from './support/axe.ts';
import { sharedConsole } from './support/shared-console.ts';
import { copyLine } from './support/steps.ts';

describe('keys and people', () => {
  const shared = sharedConsole({ store: false });

  it('a key is created by keyboard alone, and Escape does not lose it', async () => {
    const owner = await shared.person('Kim');
    const { id } = await owner.createApplication('Shop');
    const page = await shared.open(`/apps/${id}/settings/keys`, { as: owner });
    await page.getByRole('button', { name: 'New API key' }).press('Enter');
    await focused(page.getByRole('dialog', { name: 'New API key' }).getByLabel('Name'));
    await page.keyboard.type('Production');
    await page.keyboard.press('Enter');

    const secret = page.getByRole('dialog', { name: 'Your new API key' });
    const copy = secret.getByRole('button', { name: 'Copy' });
    await focused(copy);
    await keptOpen(page, secret);
    assert.equal(await secret.getByRole('button', { name: 'Close' }).count(), 0);
    const apiKey = await copyLine(secret, 'API key');
    assert.match(apiKey, /^sk_/);
    await copy.press('Enter');
    await secret.getByText('Copied').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), apiKey);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await secret.waitFor({ state: 'hidden' });
    await page
      .getByRole('row')
      .filter({ hasText: apiKey.slice(-4) })
      .waitFor();
  });

  it('a read token is kept in the same way', async () => {
    const owner = await shared.person('Tom');
    const { id } = await owner.createApplication('Shop');
    const page = await shared.open(`/apps/${id}/settings/tokens`, { as: owner });
    await page.getByRole('button', { name: 'New read token' }).click();
    await focused(page.getByRole('dialog', { name: 'New read token' }).getByLabel('Name'));
    await page.keyboard.type('Report');
    await page.keyboard.press('Enter');
    const secret = page.getByRole('dialog', { name: 'Your new read token' });
    await keptOpen(page, secret);
    await secret.getByRole('button', { name: 'I’ve saved it' }).click();
    await secret.waitFor({ state: 'hidden' });
  });

  it('backup codes are kept in the same way', async () => {
    const person = await shared.person('Bea');
    const page = await shared.open('/profile', { as: person });
    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog');
    await focused(dialog.getByLabel('Current password'));
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await focused(dialog.getByLabel('Code', { exact: true }));
    await page.keyboard.type(totp(secretIn(await copyLine(dialog, 'Or open this link'))));
    await page.keyboard.press('Enter');
    const codes = page.getByRole('dialog', { name: 'Your backup codes' });
    await focused(codes.getByRole('button', { name: 'Copy all' }));
    await keptOpen(page, codes);
    await codes.getByRole('button', { name: 'I’ve saved them' }).click();
    await codes.waitFor({ state: 'hidden' });
  });

  it('revoking the only key says so, and offers to rotate it', async () => {
    const owner = await shared.person('Rita');
    const { id } = await owner.createApplication('Tower');
    const page = await shared.open(`/apps/${id}/settings/keys`, { as: owner });
    const question = page.getByRole('dialog', { name: 'Revoke the only key?' });
    await page.getByRole('button', { name: 'Revoke Default key' }).click();
    await question.getByText('everything the application sends is refused').waitFor();
    await focused(question.getByRole('button', { name: 'Cancel' }));
    assert.deepEqual(await axeFaults(page, true), []);
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Revoke Default key' }).click();
    await question.getByRole('button', { name: 'Rotate instead' }).click();
    await focused(page.getByLabel('Keep the old key working for'));
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByText(/^in \d+ h/).waitFor();

    // With a second key it is an ordinary question.
    const [first] = await page.getByRole('button', { name: /^Revoke / }).all();
    assert.ok(first);
    await first.click();
    await page.getByRole('dialog', { name: /^Revoke Default key/ }).waitFor();
    assert.equal(await question.count(), 0);
  });

  it('people are invited from the application with one click, as viewers', async () => {
    const owner = await shared.person('Ines');
    const { id } = await owner.createApplication('Desk');
    const page = await shared.open(`/apps/${id}/connect`, { as: owner });
    await page.getByRole('navigation').getByRole('button', { name: 'Invite people' }).click();
    const dialog = page.getByRole('dialog', { name: /^Invite to / });
    await focused(dialog.getByLabel('Email (optional)'));
    assert.ok(await dialog.getByRole('radio', { name: /^Viewer/ }).isChecked());
    await page.keyboard.type('vic@example.com');
    await page.keyboard.press('Enter');
    const secret = page.getByRole('dialog', { name: 'Invitation link' });
    await keptOpen(page, secret);
    const link = await copyLine(secret, 'Link');
    await secret.getByRole('button', { name: 'Done' }).click();
    await secret.waitFor({ state: 'hidden' });
    assert.match(page.url(), new RegExp(`/apps/${id}/connect$`));

    const invited = await shared.open(link);
    await invited.getByText('as viewer').waitFor();
  });

  it('an application of others looks like one that does not exist', async () => {
    const owner = await shared.person('Olaf');
    const { id } = await owner.createApplication('Vault');
    const stranger = await shared.person('Sven');
    const page = await shared.open('/', { as: stranger });
    const said = async (path: string) => {
      await page.goto(path);
      const heading = page.getByRole('heading', { name: /^You don’t have access to this / });
      return [await heading.innerText(), await page.getByText('Either it doesn’t exist').innerText()].join();
    };
    const forbidden = await said(`/apps/${id}/overview`);
    assert.match(forbidden, /ask an owner for an invitation to sven@example\.com/);
    assert.equal(await said(`/apps/${id.slice(0, -1)}x/overview`), forbidden);
    assert.equal(
      await said(`/accounts/${await owner.account()}/members`),
      await said('/accounts/acc_nothing/members'),
    );
    await page.goto('/no-such-page');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });
});

async function focused(field: Locator): Promise<void> {
  await field.waitFor();
  const isFocused = () => field.evaluate((element) => element === document.activeElement);
  await eventually('the focus is there', isFocused);
}

/** Chromium closes a dialog on the second Escape, whatever its page says to the first. */
async function keptOpen(page: Page, dialog: Locator): Promise<void> {
  await dialog.waitFor();
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape');
  // A click outside.
  await page.mouse.click(5, 5);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  assert.ok(await dialog.isVisible());
}
